//! A PostgreSQL of the tests' own, from installed programs.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

/// A server that ends with the process that started it, with all its files.
#[derive(Debug)]
pub struct Cluster {
    /// The process that ends the server when its input does.
    keeper: Mutex<Child>,
    folder: PathBuf,
    bin: PathBuf,
    port: u16,
}

/// Where the tests of PostgreSQL run.
#[derive(Debug)]
pub enum Server {
    /// On a cluster of their own.
    Own(Cluster),
    /// On the one that `CC_TEST_POSTGRES_URL` names.
    Given(String),
}

/// The server of this process; none if there are no programs of PostgreSQL, which is said.
pub fn server() -> Option<&'static Server> {
    static SERVER: OnceLock<Option<Server>> = OnceLock::new();
    SERVER
        .get_or_init(|| match env::var("CC_TEST_POSTGRES_URL") {
            Ok(url) => Some(Server::Given(url)),
            Err(_) => Cluster::start(&[]).map(Server::Own),
        })
        .as_ref()
}

impl Server {
    /// The URL of a new, empty database or schema.
    pub fn fresh(&self) -> String {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        match self {
            Server::Own(cluster) => {
                let name = format!("db{}", COUNT.fetch_add(1, Ordering::SeqCst));
                cluster.sql("postgres", &format!("CREATE DATABASE {name}"));
                cluster.url(&name)
            }
            Server::Given(url) => url.clone(),
        }
    }
}

/// Runs a program as an ordinary user, which the server wants.
fn as_user(program: &Path) -> Command {
    let is_root =
        fs::metadata("/proc/self").is_ok_and(|it| std::os::unix::fs::MetadataExt::uid(&it) == 0);
    if !is_root {
        return Command::new(program);
    }
    let mut command = Command::new("runuser");
    command.args(["-u", "postgres", "--"]).arg(program);
    command
}

/// The folder of the newest installed programs.
fn programs() -> Option<PathBuf> {
    let on_path = env::var_os("PATH").unwrap_or_default();
    let mut found: Vec<_> = env::split_paths(&on_path).collect();
    if let Ok(versions) = fs::read_dir("/usr/lib/postgresql") {
        let mut versions: Vec<_> = versions.flatten().map(|it| it.path().join("bin")).collect();
        versions.sort();
        found.extend(versions.into_iter().rev());
    }
    // A link leads to the folder that has the other programs too.
    let real = found.into_iter().filter_map(|folder| folder.join("initdb").canonicalize().ok());
    let mut folders = real.filter_map(|program| program.parent().map(Path::to_owned));
    folders.find(|folder| ["postgres", "psql", "pg_ctl"].iter().all(|it| folder.join(it).is_file()))
}

impl Cluster {
    /// Starts a server with further settings `NAME=VALUE`.
    pub fn start(settings: &[&str]) -> Option<Self> {
        let Some(bin) = programs() else {
            assert!(
                env::var_os("CC_NEEDS_POSTGRES").is_none(),
                "CC_NEEDS_POSTGRES is set, and there is no `initdb`"
            );
            eprintln!(
                "LEFT OUT: the tests of PostgreSQL, since there is no `initdb`; install \
                 `postgresql`, or set CC_TEST_POSTGRES_URL"
            );
            return None;
        };
        let folder =
            env::temp_dir().join(format!("cc-pg-{}-{}", std::process::id(), fastrand::u32(..)));
        fs::create_dir(&folder).unwrap();
        fs::set_permissions(&folder, std::os::unix::fs::PermissionsExt::from_mode(0o777)).unwrap();
        let data = folder.join("data");
        let made = as_user(&bin.join("initdb"))
            .args(["-U", "postgres", "-A", "trust", "--no-locale", "-E", "UTF8", "-N", "-D"])
            .arg(&data)
            .output()
            .unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let cluster = Cluster {
            keeper: Mutex::new(keeper(&bin, &folder, port, settings)),
            folder,
            bin,
            port,
        };
        cluster.wait();
        Some(cluster)
    }

    /// Waits until it answers.
    fn wait(&self) {
        let deadline = Instant::now() + Duration::from_secs(60);
        while !self.try_sql("postgres", "SELECT 1") {
            assert!(Instant::now() < deadline, "PostgreSQL did not start");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Ends the server at once, as a crash would.
    pub fn kill(&self) {
        let _ = as_user(&self.bin.join("pg_ctl"))
            .args(["stop", "-m", "immediate", "-D"])
            .arg(self.folder.join("data"))
            .output();
    }

    /// Starts it again after [`Cluster::kill`].
    pub fn restart(&self) {
        let mut held = self.keeper.lock().unwrap();
        let _ = held.wait();
        *held = keeper(&self.bin, &self.folder, self.port, &[]);
        drop(held);
        self.wait();
    }

    /// The URL of a database.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://postgres@127.0.0.1:{}/{database}?sslmode=disable", self.port)
    }

    /// One of the server's programs, such as `pg_dump`.
    pub fn program(&self, name: &str) -> PathBuf {
        self.bin.join(name)
    }

    /// The port on the loopback interface.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Runs statements.
    pub fn sql(&self, database: &str, statements: &str) {
        assert!(self.try_sql(database, statements), "{statements}");
    }

    fn try_sql(&self, database: &str, statements: &str) -> bool {
        Command::new(self.bin.join("psql"))
            .args(["-X", "-q", "-v", "ON_ERROR_STOP=1", "-c", statements, &self.url(database)])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    }
}

/// A shell that runs the server until its input ends, which it does with this process.
fn keeper(bin: &Path, folder: &Path, port: u16, settings: &[&str]) -> Child {
    // The folder goes too, unless the server is to be started again, as after a crash.
    let script = r#"
        folder=$1 port=$2 postgres=$3; shift 3
        exec 3<&0
        "$postgres" -D "$folder/data" -k "$folder" -p "$port" -h 127.0.0.1 \
            -c max_connections=200 "$@" >>"$folder/log" 2>&1 </dev/null 3<&- &
        server=$!
        (cat <&3 >/dev/null; kill -QUIT $server; sleep 1; rm -rf "$folder"/*) >/dev/null 2>&1 &
        watcher=$!
        exec 3<&-
        wait $server
        kill -0 $watcher 2>/dev/null && kill $watcher 2>/dev/null
        exit 0
    "#;
    let mut command = as_user(Path::new("/bin/sh"));
    command.args(["-c", script, "sh"]);
    command.arg(folder).arg(port.to_string()).arg(bin.join("postgres"));
    for setting in settings {
        command.args(["-c", setting]);
    }
    command.stdin(Stdio::piped()).spawn().unwrap()
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.kill();
        let _ = self.keeper.lock().unwrap().wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}
