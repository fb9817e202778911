/* Bad luck for one process, at its n-th change of a file below some folders. Built and preloaded by fault.py.

   FAULT_BELOW   folders, separated by colons; nothing else is touched
   FAULT_AT      n, counted from 1
   FAULT_KIND    kill   the process is killed before the change
                 power  the same, and what was written but not synced is undone: the disk as a power cut may leave it
                 io     this and the following FAULT_LENGTH changes (0: all) fail with EIO
                 full   the same with ENOSPC
                 clock  nothing fails; the clock is set back by FAULT_LENGTH seconds, and forth again, every n changes
                 behind nothing fails; the clock is set back by FAULT_LENGTH seconds all the time
   FAULT_SEEN    a file that receives how many changes there were, when the process ends by itself

   When its bad luck begins, the process says "struck" on its standard error: a test knows that it did. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

struct written { /* bytes that a file had before a write that is not synced yet */
  dev_t device; ino_t inode; int file; off_t at, size; size_t length; char *old; struct written *before;
};

static struct written *unsynced;
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static long at = -1, length, seen;
static char kind, *below;
static __thread int inside;

#define REAL(name) ({ static typeof(&name) real; if (!real) real = dlsym(RTLD_NEXT, #name); real; })

static void begin(void) {
  const char *number = getenv("FAULT_AT"), *named = getenv("FAULT_KIND"), *folders = getenv("FAULT_BELOW");
  const char *lasts = getenv("FAULT_LENGTH");
  if (at >= 0) return;
  at = number ? atol(number) : 0;
  length = lasts ? atol(lasts) : 0;
  kind = named ? named[0] : 0;
  below = folders ? strdup(folders) : 0;
}

static int concerns(const char *path) {
  begin();
  if (!below || !path) return 0;
  for (const char *one = below; *one;) {
    size_t size = strcspn(one, ":");
    if (size && !strncmp(path, one, size)) return 1;
    one += size + (one[size] == ':');
  }
  return 0;
}

static int concerns_file(int file) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t size = readlink(link, path, sizeof path - 1);
  if (size <= 0) return 0;
  path[size] = 0;
  return concerns(path);
}

static void lose_power(void) {
  for (struct written *one = unsynced; one; one = one->before) {
    if (one->length) REAL(pwrite)(one->file, one->old, one->length, one->at);
    REAL(ftruncate)(one->file, one->size);
  }
}

/* 0: go on; else the change must fail, and errno is set */
static int due(void) {
  int fails = 0;
  pthread_mutex_lock(&lock);
  seen++;
  if (at && seen == at && REAL(write)(2, "struck\n", 7) != 7) abort();
  if (at && seen >= at && kind != 'c') {
    if (kind == 'k' || kind == 'p') {
      if (kind == 'p') lose_power();
      kill(getpid(), SIGKILL);
      pause();
    }
    fails = (kind == 'i' || kind == 'f') && (!length || seen < at + length);
  }
  pthread_mutex_unlock(&lock);
  if (fails) errno = kind == 'i' ? EIO : ENOSPC;
  return fails;
}

static void remember(int file, off_t place, size_t count) {
  struct stat now;
  char link[64];
  if (kind != 'p' || fstat(file, &now) || !S_ISREG(now.st_mode)) return;
  int flags = fcntl(file, F_GETFL);
  if (place < 0) place = flags & O_APPEND ? now.st_size : lseek(file, 0, SEEK_CUR);
  struct written *one = calloc(1, sizeof *one);
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  one->file = open(link, O_RDWR | O_CLOEXEC);
  one->device = now.st_dev, one->inode = now.st_ino, one->at = place, one->size = now.st_size;
  if (one->file < 0) { free(one); return; }
  if (place < now.st_size) {
    one->length = place + (off_t)count > now.st_size ? (size_t)(now.st_size - place) : count;
    one->old = malloc(one->length);
    ssize_t got = pread(one->file, one->old, one->length, place);
    one->length = got > 0 ? got : 0;
  }
  pthread_mutex_lock(&lock);
  one->before = unsynced, unsynced = one;
  pthread_mutex_unlock(&lock);
}

static void forget(int file) {
  struct stat now;
  if (kind != 'p' || fstat(file, &now)) return;
  pthread_mutex_lock(&lock);
  for (struct written **one = &unsynced; *one;) {
    struct written *this = *one;
    if (this->device == now.st_dev && this->inode == now.st_ino) {
      *one = this->before;
      close(this->file), free(this->old), free(this);
    } else one = &this->before;
  }
  pthread_mutex_unlock(&lock);
}

#define ON_FILE(file, place, count) \
  if (!inside && concerns_file(file)) { inside = 1; int fails = due(); if (!fails) remember(file, place, count); \
    inside = 0; if (fails) return -1; }
#define ON_PATH(path) \
  if (!inside && concerns(path)) { inside = 1; int fails = due(); inside = 0; if (fails) return -1; }

ssize_t write(int file, const void *bytes, size_t count) {
  ON_FILE(file, -1, count) return REAL(write)(file, bytes, count);
}
ssize_t writev(int file, const struct iovec *parts, int many) {
  size_t count = 0;
  for (int one = 0; one < many; one++) count += parts[one].iov_len;
  ON_FILE(file, -1, count) return REAL(writev)(file, parts, many);
}
ssize_t pwrite(int file, const void *bytes, size_t count, off_t place) {
  ON_FILE(file, place, count) return REAL(pwrite)(file, bytes, count, place);
}
ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t place) {
  ON_FILE(file, place, count) return REAL(pwrite64)(file, bytes, count, place);
}
int ftruncate(int file, off_t size) { ON_FILE(file, size, 1 << 20) return REAL(ftruncate)(file, size); }
int ftruncate64(int file, off64_t size) { ON_FILE(file, size, 1 << 20) return REAL(ftruncate64)(file, size); }
int fsync(int file) {
  if (!inside && concerns_file(file)) { if (due()) return -1; forget(file); }
  return REAL(fsync)(file);
}
int fdatasync(int file) {
  if (!inside && concerns_file(file)) { if (due()) return -1; forget(file); }
  return REAL(fdatasync)(file);
}
int rename(const char *from, const char *to) { ON_PATH(to) return REAL(rename)(from, to); }
int renameat(int from_in, const char *from, int to_in, const char *to) {
  ON_PATH(to) return REAL(renameat)(from_in, from, to_in, to);
}
int link(const char *from, const char *to) { ON_PATH(to) return REAL(link)(from, to); }
int unlink(const char *path) { ON_PATH(path) return REAL(unlink)(path); }
int mkdir(const char *path, mode_t mode) { ON_PATH(path) return REAL(mkdir)(path, mode); }
int rmdir(const char *path) { ON_PATH(path) return REAL(rmdir)(path); }

#define OPENS(name) \
  int name(const char *path, int flags, ...) { \
    va_list more; va_start(more, flags); mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0; va_end(more); \
    if (flags & (O_CREAT | O_TRUNC)) { ON_PATH(path) } \
    return REAL(name)(path, flags, mode); }
OPENS(open)
OPENS(open64)

/* How far the clock is off: right, back, right, back, ...; or back */
static time_t off(void) {
  begin();
  if (kind == 'b') return -length;
  return kind == 'c' && at && (seen / at) % 2 ? -length : 0;
}
int clock_gettime(clockid_t which, struct timespec *now) {
  int failed = REAL(clock_gettime)(which, now);
  if (!failed && (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE)) now->tv_sec += off();
  return failed;
}
int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  int failed = REAL(gettimeofday)(now, zone);
  if (!failed) now->tv_sec += off();
  return failed;
}
time_t time(time_t *out) {
  time_t now = REAL(time)(0) + off();
  if (out) *out = now;
  return now;
}

__attribute__((destructor)) static void tell(void) {
  const char *path = getenv("FAULT_SEEN");
  FILE *out = path ? fopen(path, "w") : 0;
  if (out) { fprintf(out, "%ld\n", seen); fclose(out); }
}
