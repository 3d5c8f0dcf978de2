//! The URL of a database, with what is said there about TLS.

use std::str::FromStr;

use cc_sessions::{StoreError, StoreErrorKind};
use percent_encoding::percent_decode_str;
use tokio_postgres::Config;
use tokio_postgres::config::SslMode;

/// Whether the connection is encrypted, and what of the server's certificate is checked. The names
/// and meanings are PostgreSQL's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tls {
    Disable,
    Prefer,
    Require,
    VerifyCa,
    VerifyFull,
}

/// Where a database is.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) config: Config,
    pub(crate) tls: Tls,
    /// The file of the certificates that are trusted.
    pub(crate) root: Option<String>,
    /// Host and database, without what is secret.
    pub(crate) shown: String,
}

impl FromStr for Target {
    type Err = StoreError;

    fn from_str(url: &str) -> Result<Self, StoreError> {
        // What is wrong is said without the URL, which holds a password.
        let bad = |fault: String| {
            StoreError::new(StoreErrorKind::Other, format!("invalid PostgreSQL URL: {fault}"))
        };
        if !(url.starts_with("postgres://") || url.starts_with("postgresql://")) {
            return Err(bad("it does not begin with `postgres://`".to_owned()));
        }
        let (mut tls, mut root, mut kept) = (None, None, Vec::new());
        let (base, query) = url.split_once('?').unwrap_or((url, ""));
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let decoded = percent_decode_str(value).decode_utf8_lossy().into_owned();
            match name {
                "sslmode" => {
                    tls = Some(match decoded.as_str() {
                        "disable" => Tls::Disable,
                        "allow" | "prefer" => Tls::Prefer,
                        "require" => Tls::Require,
                        "verify-ca" => Tls::VerifyCa,
                        "verify-full" => Tls::VerifyFull,
                        _ => {
                            return Err(bad("`sslmode` must be disable, allow, prefer, require, \
                                            verify-ca or verify-full"
                                .to_owned()));
                        }
                    });
                }
                "sslrootcert" => root = Some(decoded),
                "options" => {
                    return Err(bad("`options` is not taken, since poolers refuse it".to_owned()));
                }
                _ => kept.push(pair),
            }
        }
        let url = match kept.is_empty() {
            true => base.to_owned(),
            false => format!("{base}?{}", kept.join("&")),
        };
        let mut config = Config::from_str(&url).map_err(|error| bad(cause(&error)))?;
        let tls = tls.unwrap_or(Tls::Prefer);
        // As PostgreSQL's own library does: with a file of certificates, they are checked.
        let tls = if tls == Tls::Require && root.is_some() { Tls::VerifyCa } else { tls };
        config.ssl_mode(match tls {
            Tls::Disable => SslMode::Disable,
            Tls::Prefer => SslMode::Prefer,
            _ => SslMode::Require,
        });
        let hosts = config.get_hosts().iter().map(|host| match host {
            tokio_postgres::config::Host::Tcp(name) => name.clone(),
            #[cfg(unix)]
            tokio_postgres::config::Host::Unix(path) => path.display().to_string(),
        });
        let hosts: Vec<_> = hosts.collect();
        let database = config.get_dbname().or_else(|| config.get_user()).unwrap_or_default();
        let shown = format!("postgres://{}/{database}", hosts.join(","));
        Ok(Target { config, tls, root, shown })
    }
}

/// The words of an error with those of what caused it.
pub(crate) fn cause(error: &dyn std::error::Error) -> String {
    let mut words = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        words = format!("{words}: {cause}");
        source = cause.source();
    }
    words
}
