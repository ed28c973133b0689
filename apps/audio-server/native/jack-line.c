/*
 * One line of the audio server as a JACK client: one port in, one port out, and a ring of samples
 * for each. JACK's thread calls process() at the pace of the sound card; it takes no lock, allocates
 * nothing and wakes the other side by one byte in a pipe. Everything else is called by the audio
 * server's own thread, and none of it waits.
 */
#include <fcntl.h>
#include <jack/jack.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* About 0.7 s at 48 kHz; a power of two. */
#define RING_FRAMES 32768u

struct ring {
  float samples[RING_FRAMES];
  atomic_uint written;
  atomic_uint read;
};

struct jack_line {
  jack_client_t *client;
  jack_port_t *out;
  jack_port_t *in;
  struct ring to_card;
  struct ring from_card;
  int wake[2];
  atomic_int is_lost;
};

static unsigned level(struct ring *ring) {
  return atomic_load_explicit(&ring->written, memory_order_acquire) -
         atomic_load_explicit(&ring->read, memory_order_acquire);
}

static unsigned put(struct ring *ring, const float *from, unsigned frames) {
  unsigned at = atomic_load_explicit(&ring->written, memory_order_relaxed);
  unsigned space = RING_FRAMES - level(ring);
  if (frames > space) {
    frames = space;
  }
  for (unsigned i = 0; i < frames; i += 1) {
    ring->samples[(at + i) % RING_FRAMES] = from[i];
  }
  atomic_store_explicit(&ring->written, at + frames, memory_order_release);
  return frames;
}

static unsigned take(struct ring *ring, float *into, unsigned frames) {
  unsigned at = atomic_load_explicit(&ring->read, memory_order_relaxed);
  unsigned there = level(ring);
  if (frames > there) {
    frames = there;
  }
  for (unsigned i = 0; i < frames; i += 1) {
    into[i] = ring->samples[(at + i) % RING_FRAMES];
  }
  atomic_store_explicit(&ring->read, at + frames, memory_order_release);
  return frames;
}

static void wake(struct jack_line *line) {
  char byte = 0;
  /* A full pipe says the same as one more byte. */
  ssize_t ignored = write(line->wake[1], &byte, 1);
  (void)ignored;
}

static int process(jack_nframes_t frames, void *arg) {
  struct jack_line *line = arg;
  if (line->out != NULL) {
    float *out = jack_port_get_buffer(line->out, frames);
    unsigned there = take(&line->to_card, out, frames);
    memset(out + there, 0, (frames - there) * sizeof(float));
  }
  if (line->in != NULL) {
    put(&line->from_card, jack_port_get_buffer(line->in, frames), frames);
    wake(line);
  }
  return 0;
}

static void on_shutdown(void *arg) {
  struct jack_line *line = arg;
  atomic_store(&line->is_lost, 1);
  wake(line);
}

static void be_quiet(const char *text) { (void)text; }

void jack_line_close(struct jack_line *line) {
  if (line->client != NULL) {
    jack_client_close(line->client);
  }
  close(line->wake[1]);
  free(line);
}

/* The reading end of the pipe belongs to the caller, who closes it. */
struct jack_line *jack_line_open(const char *name, const char *server, int has_out, int has_in,
                                 int *wake_fd, char *error, int error_size) {
  struct jack_line *line = calloc(1, sizeof(struct jack_line));
  jack_status_t status = 0;
  if (line == NULL || pipe(line->wake) != 0) {
    snprintf(error, error_size, "there is no memory or no pipe for it");
    free(line);
    return NULL;
  }
  fcntl(line->wake[0], F_SETFL, O_NONBLOCK);
  fcntl(line->wake[1], F_SETFL, O_NONBLOCK);
  fcntl(line->wake[0], F_SETFD, FD_CLOEXEC);
  fcntl(line->wake[1], F_SETFD, FD_CLOEXEC);
  jack_set_error_function(be_quiet);
  jack_set_info_function(be_quiet);
  line->client = server == NULL
                     ? jack_client_open(name, JackNoStartServer, &status)
                     : jack_client_open(name, JackNoStartServer | JackServerName, &status, server);
  if (line->client == NULL) {
    snprintf(error, error_size, "no JACK server answers (status 0x%x)", (unsigned)status);
  } else if (jack_get_sample_rate(line->client) != 48000) {
    snprintf(error, error_size, "the JACK server runs at %u Hz, and 48000 Hz are needed",
             jack_get_sample_rate(line->client));
  } else {
    line->out = has_out ? jack_port_register(line->client, "to_studio", JACK_DEFAULT_AUDIO_TYPE,
                                             JackPortIsOutput, 0)
                        : NULL;
    line->in = has_in ? jack_port_register(line->client, "from_studio", JACK_DEFAULT_AUDIO_TYPE,
                                           JackPortIsInput, 0)
                      : NULL;
    jack_set_process_callback(line->client, process, line);
    jack_on_shutdown(line->client, on_shutdown, line);
    if (jack_activate(line->client) == 0) {
      *wake_fd = line->wake[0];
      return line;
    }
    snprintf(error, error_size, "the JACK server refused the client");
  }
  close(line->wake[0]);
  jack_line_close(line);
  return NULL;
}

/*
 * Connects our output (or input) to the port of that index among those of a JACK client, by its
 * name: 0 and 1 are left and right. Answers 0, or -1 where there is no such port.
 */
int jack_line_connect(struct jack_line *line, const char *device, int is_output, int index) {
  char pattern[256];
  snprintf(pattern, sizeof pattern, "^%s:", device);
  const char **ports = jack_get_ports(line->client, pattern, JACK_DEFAULT_AUDIO_TYPE,
                                      is_output ? JackPortIsInput : JackPortIsOutput);
  int at = 0;
  int done = -1;
  for (; ports != NULL && ports[at] != NULL; at += 1) {
    if (at != index) {
      continue;
    }
    const char *own = jack_port_name(is_output ? line->out : line->in);
    done = is_output ? jack_connect(line->client, own, ports[at])
                     : jack_connect(line->client, ports[at], own);
  }
  jack_free(ports);
  return done == 0 ? 0 : -1;
}

int jack_line_level(struct jack_line *line) { return (int)level(&line->to_card); }

int jack_line_write(struct jack_line *line, const float *samples, int frames) {
  return (int)put(&line->to_card, samples, (unsigned)frames);
}

int jack_line_read(struct jack_line *line, float *samples, int frames) {
  return (int)take(&line->from_card, samples, (unsigned)frames);
}

int jack_line_is_lost(struct jack_line *line) { return atomic_load(&line->is_lost); }
