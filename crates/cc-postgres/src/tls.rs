//! TLS as PostgreSQL's `sslmode` means it.

use std::fs;
use std::sync::Arc;

use cc_sessions::{StoreError, StoreErrorKind};
use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::url::{Target, Tls};

/// What connects with TLS, if the target asks for it.
pub(crate) fn connector(target: &Target) -> Result<MakeRustlsConnect, StoreError> {
    let provider = Arc::new(ring::default_provider());
    let bad = |fault: String| {
        StoreError::new(StoreErrorKind::Other, format!("{}: {fault}", target.shown))
    };
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(|error| bad(error.to_string()))?;
    let verifier: Arc<dyn ServerCertVerifier> = if target.tls < Tls::VerifyCa {
        Arc::new(Unverified { provider })
    } else {
        let roots = Arc::new(roots(target).map_err(bad)?);
        let inner = WebPkiServerVerifier::builder_with_provider(roots, provider)
            .build()
            .map_err(|error| bad(error.to_string()))?;
        match target.tls {
            Tls::VerifyFull => inner,
            _ => Arc::new(AnyName { inner }),
        }
    };
    let config = builder.dangerous().with_custom_certificate_verifier(verifier);
    Ok(MakeRustlsConnect::new(config.with_no_client_auth()))
}

/// The certificates that are trusted: those of the file, or the system's.
fn roots(target: &Target) -> Result<RootCertStore, String> {
    let mut roots = RootCertStore::empty();
    let certificates = match target.root.as_deref() {
        Some(path) if path != "system" => {
            let pem = fs::read(path).map_err(|error| format!("`sslrootcert` {path}: {error}"))?;
            let all: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&pem).collect();
            all.map_err(|error| format!("`sslrootcert` {path}: {error}"))?
        }
        _ => rustls_native_certs::load_native_certs().certs,
    };
    roots.add_parsable_certificates(certificates);
    match roots.is_empty() {
        true => {
            Err("there are no certificates to trust: name a file with `sslrootcert`".to_owned())
        }
        false => Ok(roots),
    }
}

/// Encryption alone, as `sslmode=require` without a file of certificates has it: the certificate is
/// not checked, but the server must hold its key.
#[derive(Debug)]
struct Unverified {
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for Unverified {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signed, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signed, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

/// A trusted certificate for any name, as `sslmode=verify-ca` has it.
#[derive(Debug)]
struct AnyName {
    inner: Arc<WebPkiServerVerifier>,
}

impl ServerCertVerifier for AnyName {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        match self.inner.verify_server_cert(certificate, intermediates, name, ocsp, now) {
            // The name is looked at last, so all else is right.
            Err(Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) => Ok(ServerCertVerified::assertion()),
            result => result,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.inner.verify_tls12_signature(message, certificate, signed)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.inner.verify_tls13_signature(message, certificate, signed)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.inner.supported_verify_schemes()
    }
}
