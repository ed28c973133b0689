/*
 * One line of the audio server as a JACK client: one port in, one port out, and a ring of samples
 * for each. JACK's thread calls process() at the pace of the sound card. It takes no lock,
 * allocates nothing and wakes the other side by one byte in a pipe. The audio server's own thread
 * calls all other functions, and none of them waits.
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

/* One of our ports, and the device's port that it is connected to. */
struct connection {
  jack_port_t *own;
  char other[320];
};

/* Left and right out, and one in. */
#define MAX_CONNECTIONS 3

struct jack_line {
  jack_client_t *client;
  jack_port_t *out;
  jack_port_t *in;
  struct ring to_card;
  struct ring from_card;
  int wake[2];
  atomic_int is_lost;
  atomic_int xruns;
  struct connection connections[MAX_CONNECTIONS];
  int connected;
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
  /* A full pipe wakes the reader too, so the byte may be lost. */
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

static int on_xrun(void *arg) {
  struct jack_line *line = arg;
  atomic_fetch_add(&line->xruns, 1);
  return 0;
}

static void be_quiet(const char *text) { (void)text; }

void jack_line_close(struct jack_line *line) {
  if (line->client != NULL) {
    jack_client_close(line->client);
  }
  close(line->wake[1]);
  free(line);
}

/* The caller owns the reading end of the pipe, and closes it. */
struct jack_line *jack_line_open(const char *name, const char *server, int has_out, int has_in,
                                 int *wake_fd, char *error, int error_size) {
  struct jack_line *line = calloc(1, sizeof(struct jack_line));
  jack_status_t status = 0;
  if (line == NULL || pipe(line->wake) != 0) {
    snprintf(error, error_size, "the system has no memory or no pipe for the client");
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
    jack_set_xrun_callback(line->client, on_xrun, line);
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
 * Returns 1 if a port belongs to the client with this name, otherwise 0. A name can contain any
 * character, even a colon.
 */
static int is_of(const char *port, const char *device) {
  size_t length = strlen(device);
  return strncmp(port, device, length) == 0 && port[length] == ':';
}

static int keep(struct jack_line *line, jack_port_t *own, const char *other) {
  struct connection *one = &line->connections[line->connected];
  if (line->connected == MAX_CONNECTIONS || strlen(other) >= sizeof one->other) {
    return -1;
  }
  one->own = own;
  strcpy(one->other, other);
  line->connected += 1;
  return 0;
}

/*
 * Connects our output (or input) to a port of the JACK client with this name. The index selects the
 * port: 0 is left, and 1 is right. Returns 0, or -1 if there is no such port.
 */
int jack_line_connect(struct jack_line *line, const char *device, int is_output, int index) {
  const char **ports = jack_get_ports(line->client, NULL, JACK_DEFAULT_AUDIO_TYPE,
                                      is_output ? JackPortIsInput : JackPortIsOutput);
  jack_port_t *own = is_output ? line->out : line->in;
  int found = 0;
  int done = -1;
  for (int at = 0; ports != NULL && ports[at] != NULL; at += 1) {
    if (!is_of(ports[at], device) || found++ != index) {
      continue;
    }
    done = is_output ? jack_connect(line->client, jack_port_name(own), ports[at])
                     : jack_connect(line->client, ports[at], jack_port_name(own));
    done = done == 0 ? keep(line, own, ports[at]) : -1;
  }
  jack_free(ports);
  return done;
}

/*
 * Returns 1 if all connections still exist, otherwise 0. The device's client may have left the
 * server.
 */
int jack_line_is_connected(struct jack_line *line) {
  for (int at = 0; at < line->connected; at += 1) {
    if (!jack_port_connected_to(line->connections[at].own, line->connections[at].other)) {
      return 0;
    }
  }
  return 1;
}

/*
 * Returns the latency in frames: from our port to the loudspeaker, plus from the microphone to our
 * port.
 */
int jack_line_latency(struct jack_line *line) {
  jack_latency_range_t out = {0, 0}, in = {0, 0};
  if (line->out != NULL) {
    jack_port_get_latency_range(line->out, JackPlaybackLatency, &out);
  }
  if (line->in != NULL) {
    jack_port_get_latency_range(line->in, JackCaptureLatency, &in);
  }
  return (int)(out.max + in.max);
}

int jack_line_xruns(struct jack_line *line) { return atomic_load(&line->xruns); }

int jack_line_level(struct jack_line *line) { return (int)level(&line->to_card); }

int jack_line_write(struct jack_line *line, const float *samples, int frames) {
  return (int)put(&line->to_card, samples, (unsigned)frames);
}

int jack_line_read(struct jack_line *line, float *samples, int frames) {
  return (int)take(&line->from_card, samples, (unsigned)frames);
}

int jack_line_is_lost(struct jack_line *line) { return atomic_load(&line->is_lost); }

/*
 * Writes the ports that can be played to (or recorded from), each ended by a newline. Returns the
 * number of characters, or -1 if no server answers.
 */
int jack_list_ports(const char *server, int is_output, char *into, int size) {
  jack_set_error_function(be_quiet);
  jack_set_info_function(be_quiet);
  jack_options_t options = JackNoStartServer | (server == NULL ? 0 : JackServerName);
  jack_client_t *client = jack_client_open("linedesk-devices", options, NULL, server);
  if (client == NULL) {
    return -1;
  }
  const char **ports = jack_get_ports(client, NULL, JACK_DEFAULT_AUDIO_TYPE,
                                      is_output ? JackPortIsInput : JackPortIsOutput);
  int length = 0;
  for (int at = 0; ports != NULL && ports[at] != NULL; at += 1) {
    if ((int)strlen(ports[at]) + 1 >= size - length) {
      break;
    }
    length += snprintf(into + length, size - length, "%s\n", ports[at]);
  }
  jack_free(ports);
  jack_client_close(client);
  return length;
}
