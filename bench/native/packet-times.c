/*
 * Receives UDP packets on a port of 127.0.0.1 and prints, a line each, the milliseconds between two
 * as the kernel has stamped them: usage `packet-times PORT COUNT`.
 */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>

static double stamped_ms(struct msghdr *message) {
  for (struct cmsghdr *one = CMSG_FIRSTHDR(message); one != NULL; one = CMSG_NXTHDR(message, one)) {
    if (one->cmsg_level == SOL_SOCKET && one->cmsg_type == SCM_TIMESTAMPNS) {
      struct timespec at;
      memcpy(&at, CMSG_DATA(one), sizeof at);
      return at.tv_sec * 1e3 + at.tv_nsec / 1e6;
    }
  }
  return -1;
}

int main(int count_args, char **args) {
  if (count_args != 3) {
    return 2;
  }
  int on = 1;
  struct timeval patience = {.tv_sec = 10};
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)atoi(args[1]))};
  int fd = socket(AF_INET, SOCK_DGRAM, 0);
  inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
  setsockopt(fd, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on);
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  if (fd < 0 || bind(fd, (struct sockaddr *)&address, sizeof address) != 0) {
    return 1;
  }
  double before = -1;
  for (int seen = 0; seen < atoi(args[2]); seen += 1) {
    char packet[2048];
    char control[256];
    struct iovec into = {.iov_base = packet, .iov_len = sizeof packet};
    struct msghdr message = {
        .msg_iov = &into, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    if (recvmsg(fd, &message, 0) < 0) {
      return 1;
    }
    double at = stamped_ms(&message);
    if (before >= 0) {
      printf("%.4f\n", at - before);
    }
    before = at;
  }
  return 0;
}
