import { starNames } from './star-names.js';

/**
 * Public names of modules beside those that a star import gives (CPython 3.11, and what later versions have added up to 3.14); of `os` all, on any system.
 */
const more: Readonly<Record<string, string>> = {
  posixpath:
    'abspath basename commonpath commonprefix dirname exists expanduser expandvars getatime getctime getmtime getsize isabs isdevdrive isdir ' +
    'isfile isjunction islink ismount isreserved join lexists normcase normpath realpath relpath samefile sameopenfile samestat split splitdrive ' +
    'splitext splitroot altsep curdir defpath devnull extsep pardir pathsep sep supports_unicode_filenames ALLOW_MISSING ALL_BUT_LAST genericpath ' +
    'os stat sys',
  math: 'sumprod fma fmax fmin signbit issubnormal isnormal integer',
  copy: 'dispatch_table error replace',
  json: 'codecs decoder detect_encoding encoder scanner tool',
  itertools: 'batched',
  functools: 'GenericAlias Placeholder RLock get_cache_token namedtuple recursive_repr',
  textwrap: 're',
  os:
    '_exit abc abort access add_dll_directory altsep chdir chflags chmod chown chroot CLD_CONTINUED CLD_DUMPED CLD_EXITED CLD_KILLED CLD_STOPPED ' +
    'CLD_TRAPPED CLONE_FILES CLONE_FS CLONE_NEWCGROUP CLONE_NEWIPC CLONE_NEWNET CLONE_NEWNS CLONE_NEWPID CLONE_NEWTIME CLONE_NEWUSER CLONE_NEWUTS ' +
    'CLONE_SIGHAND CLONE_SYSVSEM CLONE_THREAD CLONE_VM close closerange confstr confstr_names copy_file_range cpu_count ctermid curdir defpath ' +
    'device_encoding devnull DirEntry dup dup2 EFD_CLOEXEC EFD_NONBLOCK EFD_SEMAPHORE environ environb error eventfd eventfd_read eventfd_write ' +
    'EX_CANTCREAT EX_CONFIG EX_DATAERR EX_IOERR EX_NOHOST EX_NOINPUT EX_NOPERM EX_NOTFOUND EX_NOUSER EX_OK EX_OSERR EX_OSFILE EX_PROTOCOL EX_SOFTWARE ' +
    'EX_TEMPFAIL EX_UNAVAILABLE EX_USAGE execl execle execlp execlpe execv execve execvp execvpe extsep F_LOCK F_OK F_TEST F_TLOCK F_ULOCK fchdir fchmod ' +
    'fchown fdatasync fdopen fork forkpty fpathconf fsdecode fsencode fspath fstat fstatvfs fsync ftruncate fwalk GenericAlias get_blocking get_exec_path ' +
    'get_handle_inheritable get_inheritable get_terminal_size getcwd getcwdb getegid getenv getenvb geteuid getgid getgrouplist getgroups getloadavg ' +
    'getlogin getpgid getpgrp getpid getppid getpriority getrandom getresgid getresuid getsid getuid getxattr grantpt GRND_NONBLOCK GRND_RANDOM initgroups ' +
    'isatty kill killpg lchflags lchmod lchown linesep link listdir listdrives listmounts listvolumes listxattr lockf login_tty lseek lstat major makedev ' +
    'makedirs Mapping memfd_create MFD_ALLOW_SEALING MFD_CLOEXEC MFD_HUGE_16GB MFD_HUGE_16MB MFD_HUGE_1GB MFD_HUGE_1MB MFD_HUGE_256MB MFD_HUGE_2GB ' +
    'MFD_HUGE_2MB MFD_HUGE_32MB MFD_HUGE_512KB MFD_HUGE_512MB MFD_HUGE_64KB MFD_HUGE_8MB MFD_HUGE_MASK MFD_HUGE_SHIFT MFD_HUGETLB minor mkdir mkfifo mknod ' +
    'MutableMapping name NGROUPS_MAX nice O_ACCMODE O_APPEND O_ASYNC O_BINARY O_CLOEXEC O_CREAT O_DIRECT O_DIRECTORY O_DSYNC O_EVTONLY O_EXCL O_EXEC ' +
    'O_EXLOCK O_FSYNC O_LARGEFILE O_NDELAY O_NOATIME O_NOCTTY O_NOFOLLOW O_NOFOLLOW_ANY O_NOINHERIT O_NONBLOCK O_PATH O_RANDOM O_RDONLY O_RDWR O_RSYNC ' +
    'O_SEARCH O_SEQUENTIAL O_SHLOCK O_SHORT_LIVED O_SYMLINK O_SYNC O_TEMPORARY O_TEXT O_TMPFILE O_TRUNC O_WRONLY open openpty P_ALL P_DETACH P_NOWAIT ' +
    'P_NOWAITO P_OVERLAY P_PGID P_PID P_PIDFD P_WAIT pardir path pathconf pathconf_names PathLike pathsep PIDFD_NONBLOCK pidfd_open pipe pipe2 plock popen ' +
    'POSIX_FADV_DONTNEED POSIX_FADV_NOREUSE POSIX_FADV_NORMAL POSIX_FADV_RANDOM POSIX_FADV_SEQUENTIAL POSIX_FADV_WILLNEED posix_fadvise posix_fallocate ' +
    'posix_openpt posix_spawn POSIX_SPAWN_CLOSE POSIX_SPAWN_CLOSEFROM POSIX_SPAWN_DUP2 POSIX_SPAWN_OPEN posix_spawnp pread preadv PRIO_DARWIN_BG ' +
    'PRIO_DARWIN_NONUI PRIO_DARWIN_PROCESS PRIO_DARWIN_THREAD PRIO_PGRP PRIO_PROCESS PRIO_USER process_cpu_count ptsname putenv pwrite pwritev R_OK read ' +
    'readinto readlink readv register_at_fork reload_environ remove removedirs removexattr rename renames replace rmdir RTLD_DEEPBIND RTLD_GLOBAL RTLD_LAZY ' +
    'RTLD_LOCAL RTLD_NODELETE RTLD_NOLOAD RTLD_NOW RWF_APPEND RWF_DSYNC RWF_HIPRI RWF_NOWAIT RWF_SYNC scandir SCHED_BATCH SCHED_DEADLINE SCHED_FIFO ' +
    'sched_get_priority_max sched_get_priority_min sched_getaffinity sched_getparam sched_getscheduler SCHED_IDLE SCHED_NORMAL SCHED_OTHER sched_param ' +
    'SCHED_RESET_ON_FORK SCHED_RR sched_rr_get_interval sched_setaffinity sched_setparam sched_setscheduler SCHED_SPORADIC sched_yield SEEK_CUR SEEK_DATA ' +
    'SEEK_END SEEK_HOLE SEEK_SET sendfile sep set_blocking set_handle_inheritable set_inheritable setegid seteuid setgid setgroups setns setpgid setpgrp ' +
    'setpriority setregid setresgid setresuid setreuid setsid setuid setxattr SF_MNOWAIT SF_NOCACHE SF_NODISKIO SF_SYNC spawnl spawnle spawnlp spawnlpe ' +
    'spawnv spawnve spawnvp spawnvpe splice SPLICE_F_MORE SPLICE_F_MOVE SPLICE_F_NONBLOCK st ST_APPEND ST_MANDLOCK ST_NOATIME ST_NODEV ST_NODIRATIME ' +
    'ST_NOEXEC ST_NOSUID ST_RDONLY ST_RELATIME ST_SYNCHRONOUS ST_WRITE startfile stat stat_result statvfs statvfs_result strerror supports_bytes_environ ' +
    'supports_dir_fd supports_effective_ids supports_fd supports_follow_symlinks symlink sync sys sysconf sysconf_names system tcgetpgrp tcsetpgrp ' +
    'terminal_size TFD_CLOEXEC TFD_NONBLOCK TFD_TIMER_ABSTIME TFD_TIMER_CANCEL_ON_SET timerfd_create timerfd_gettime timerfd_gettime_ns timerfd_settime ' +
    'timerfd_settime_ns times times_result TMP_MAX truncate ttyname umask uname uname_result unlink unlockpt unsetenv unshare urandom utime W_OK wait wait3 ' +
    'wait4 waitid waitid_result waitpid waitstatus_to_exitcode walk WCONTINUED WCOREDUMP WEXITED WEXITSTATUS WIFCONTINUED WIFEXITED WIFSIGNALED WIFSTOPPED ' +
    'WNOHANG WNOWAIT write writev WSTOPPED WSTOPSIG WTERMSIG WUNTRACED X_OK XATTR_CREATE XATTR_REPLACE XATTR_SIZE_MAX',
};

/** All public names of a module. */
const known: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(more).map(([module, names]) => [module, new Set([...(starNames(module) ?? []), ...names.split(' ')])]),
);

/** Whether it is sure that a module has no such name: a public one of a module all of whose names are known. */
export function lacks(module: string, name: string): boolean {
  const names = known.get(module);
  return names !== undefined && !name.startsWith('_') && !names.has(name);
}
