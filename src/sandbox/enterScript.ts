/**
 * Builds the private world and starts the command in it. The first shell is process 1 of the new process namespace: when it ends, by itself or
 * because whoever started it is gone, the kernel ends everything within. What it is called with:
 *
 *     sh -c enterScript enter CONTROL USER SECONDS SCRATCH (KIND FROM TO)… -- LIMITS… -- CWD COMMAND…
 *
 * `CONTROL` is a folder of the host with an empty folder `root`; the file `ready` in it gets a byte once nothing but the command is left to start,
 * which tells a refused sandbox from a command that failed. `USER` is the number to become before the user namespace is entered, or `-` where the
 * caller is an ordinary user already. `KIND` is `link`, `read`, `write` or `device`.
 *
 * The order is what makes it safe. All mounting is done under one user namespace (or by root outside of any), the command runs in a second one
 * within: it owns neither the mounts nor the network nor the process namespace, so that even capabilities would get it nothing. Then user namespaces
 * are forbidden within, all capabilities dropped for good, and the limits set.
 */
export const enterScript = `set -eu
control=$1 user=$2 seconds=$3 scratch=$4
shift 4
exec 3> "$control/ready"
echo 1000 > /proc/self/oom_score_adj 2> /dev/null || true

mount -t tmpfs -o mode=0755,size=1m,nosuid,nodev sandbox "$control/root"
cd "$control/root"
mkdir -p proc tmp dev/shm etc .old
while [ "$1" != -- ]; do
  kind=$1 from=$2 to=.$3
  shift 3
  mkdir -p "\${to%/*}"
  if [ "$kind" = link ]; then
    ln -s "$from" "$to"
    continue
  fi
  if [ -d "$from" ]; then mkdir -p "$to"; else : > "$to"; fi
  mount --rbind "$from" "$to"
done
shift
for folder in tmp dev/shm; do mount -t tmpfs -o "mode=1777,size=$scratch,nr_inodes=16k,nosuid,nodev" sandbox "$folder"; done
mount -t proc -o nosuid,nodev,noexec proc proc
echo 'user:x:1000:1000::/tmp:/bin/sh' > etc/passwd
echo 'user:x:1000:' > etc/group
ln -s /proc/self/fd dev/fd
ln -s fd/0 dev/stdin
ln -s fd/1 dev/stdout
ln -s fd/2 dev/stderr

hostname sandbox 2> /dev/null || true
mount --bind dev/null proc/keys 2> /dev/null || true

pivot_root . .old
cd /
umount -l /.old
rmdir /.old
while read -r _ _ _ _ place options _; do
  case "$place" in
    /proc | /proc/* | /tmp | /dev/shm | /task | /task/*) continue ;;
  esac
  mount -o "remount,bind,ro,\${options#r?,}" "$place"
done << mounts
$(cat /proc/self/mountinfo)
mounts

become() { "$@"; }
if [ "$user" != - ]; then
  become() { setpriv --reuid="$user" --regid="$user" --clear-groups --no-new-privs "$@"; }
fi
become timeout --foreground --signal=KILL "$seconds" \\
  unshare --user --map-user=1000 --map-group=1000 --keep-caps sh -c '
    set -eu
    echo 0 > /proc/sys/user/max_user_namespaces
    limits=
    while [ "$1" != -- ]; do limits="$limits $1"; shift; done
    shift
    cd "$1"
    shift
    echo ready >&3
    exec 3>&-
    exec setpriv --no-new-privs --bounding-set=-all --ambient-caps=-all --inh-caps=-all prlimit $limits "$@"
  ' start "$@"
`
