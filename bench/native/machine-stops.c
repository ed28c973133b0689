/*
 * Records pauses of this machine. On each core a thread of the highest priority wakes every
 * millisecond. Whenever it is more than LIMIT ms late, it prints a line with the time of its wake
 * in ms since 1970, and the delay. Usage: `machine-stops LIMIT`; it runs until it is killed.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static double limit_ms;

static double read_ms(clockid_t clock) {
  struct timespec at;
  clock_gettime(clock, &at);
  return at.tv_sec * 1e3 + at.tv_nsec / 1e6;
}

static void *watch(void *arg) {
  cpu_set_t core;
  CPU_ZERO(&core);
  CPU_SET((int)(long)arg, &core);
  pthread_setaffinity_np(pthread_self(), sizeof core, &core);
  struct sched_param highest = {.sched_priority = 99};
  if (pthread_setschedparam(pthread_self(), SCHED_FIFO, &highest) != 0) {
    exit(1);
  }
  double due = read_ms(CLOCK_MONOTONIC);
  for (;;) {
    due += 1;
    struct timespec until = {.tv_sec = (time_t)(due / 1e3)};
    until.tv_nsec = (long)((due - until.tv_sec * 1e3) * 1e6);
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
    double now = read_ms(CLOCK_MONOTONIC);
    if (now - due > limit_ms) {
      printf("%.1f %.1f\n", read_ms(CLOCK_REALTIME), now - due);
      fflush(stdout);
    }
    due = now - due > 1 ? now : due;
  }
  return NULL;
}

int main(int count_args, char **args) {
  if (count_args != 2) {
    return 2;
  }
  limit_ms = atof(args[1]);
  mlockall(MCL_CURRENT | MCL_FUTURE);
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  pthread_t last;
  for (long core = 0; core < cores; core += 1) {
    pthread_create(&last, NULL, watch, (void *)core);
  }
  pthread_join(last, NULL);
  return 0;
}
