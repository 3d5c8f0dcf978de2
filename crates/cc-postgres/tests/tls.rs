//! `sslmode` and `sslrootcert`, with a server that has a certificate of its own.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use cc_postgres::PostgresStore;
use cc_sessions::StoreError;
use cc_store_tests::cluster::Cluster;
use futures_executor::block_on;
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};

/// An authority, and its certificate.
fn authority() -> (Issuer<'static, KeyPair>, String) {
    let mut parameters = CertificateParams::new(Vec::new()).unwrap();
    parameters.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let key = KeyPair::generate().unwrap();
    let certificate = parameters.self_signed(&key).unwrap().pem();
    (Issuer::new(parameters, key), certificate)
}

/// Gives a server a certificate and its key, which it writes itself, for itself alone to read.
fn encrypt(cluster: &Cluster, certificate: &str, key: &str) {
    for (name, text) in [("server.crt", certificate), ("server.key", key)] {
        let lines = "COPY (SELECT regexp_split_to_table(%L, chr(10))) TO PROGRAM %L";
        cluster.sql(
            "postgres",
            &format!(
                "DO $do$ BEGIN EXECUTE format('{lines}', $pem${}$pem$, \
                 format('umask 77; cat >%s/{name}', current_setting('data_directory'))); END $do$",
                text.trim_end(),
            ),
        );
    }
    cluster.sql("postgres", "ALTER SYSTEM SET ssl = on");
    cluster.sql("postgres", "SELECT pg_reload_conf()");
}

fn connect(cluster: &Cluster, host: &str, more: &str) -> Result<PostgresStore, StoreError> {
    let url = format!("postgres://postgres@{host}:{}/postgres?{more}", cluster.port());
    block_on(PostgresStore::connect(&url))
}

#[track_caller]
fn refused(cluster: &Cluster, host: &str, more: &str, words: &str) {
    let error = connect(cluster, host, more).unwrap_err();
    assert!(error.to_string().contains(words), "{more}: {error}");
}

#[test]
fn certificates_are_checked_as_far_as_sslmode_says() {
    let Some(cluster) = Cluster::start(&["fsync=off"]) else { return };
    refused(&cluster, "localhost", "sslmode=require", "TLS");

    let (issuer, trusted) = authority();
    let (_, other) = authority();
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let [trusted, other] = [file("trusted.pem", &trusted), file("other.pem", &other)];
    let key = KeyPair::generate().unwrap();
    let parameters = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
    let certificate = parameters.signed_by(&key, &issuer).unwrap();
    encrypt(&cluster, &certificate.pem(), &key.serialize_pem());
    let with = |mode: &str, root: &str| format!("sslmode={mode}&sslrootcert={root}");

    // The server takes the certificate up in a moment.
    let deadline = Instant::now() + Duration::from_secs(20);
    while let Err(error) = connect(&cluster, "localhost", "sslmode=require") {
        assert!(Instant::now() < deadline, "{error}");
    }
    connect(&cluster, "localhost", "sslmode=prefer").unwrap();
    connect(&cluster, "127.0.0.1", &with("verify-ca", &trusted)).unwrap();
    connect(&cluster, "localhost", &with("verify-full", &trusted)).unwrap();

    refused(&cluster, "127.0.0.1", &with("verify-full", &trusted), "certificate");
    for mode in ["verify-ca", "verify-full"] {
        refused(&cluster, "localhost", &with(mode, &other), "certificate");
    }
    let missing = Path::new("/nonexistent/root.pem").display().to_string();
    refused(&cluster, "localhost", &with("verify-full", &missing), "`sslrootcert` /nonexistent");
}
