/*
 * A sound card for ALSA that keeps time, as a plugin of alsa-lib. It plays and records at the pace
 * of the machine's clock, starts and stops as ALSA requests, and has an overrun or an underrun when
 * it is not served in time. It appends played sound to a file of raw samples, and records a tone.
 * While the file `gone` exists, the card is unplugged.
 *
 * alsa-lib's headers are on few machines, so this file declares the parts that it uses.
 */
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct area {
  void *start;
  unsigned first_bit;
  unsigned step_bits;
};

struct card;
struct callbacks {
  int (*start)(struct card *);
  int (*stop)(struct card *);
  long (*pointer)(struct card *);
  long (*transfer)(struct card *, const struct area *, unsigned long, unsigned long);
  int (*close)(struct card *);
  void *hw_params, *hw_free, *sw_params;
  int (*prepare)(struct card *);
  void *others[11];
};

/* Begins as `snd_pcm_ioplug_t`; fields after `buffer_frames` are ours. */
struct card {
  unsigned version;
  const char *name;
  unsigned flags;
  int poll_fd;
  unsigned poll_events;
  unsigned mmap_rw;
  const struct callbacks *callbacks;
  void *private_data;
  void *pcm;
  int stream;
  int state;
  volatile unsigned long appl_ptr, hw_ptr;
  int nonblock, access, format;
  unsigned channels, rate;
  unsigned long period_frames, buffer_frames;

  char played_path[256], gone_path[256];
  FILE *played;
  double hz;
  int is_running;
  double started_s;
  unsigned long served, passed, tone_at;
  int16_t ring[1 << 16][2];
};

extern int snd_pcm_ioplug_create(struct card *, const char *, int, int);
extern int snd_pcm_ioplug_set_param_list(struct card *, int, unsigned, const unsigned *);
extern int snd_pcm_ioplug_set_param_minmax(struct card *, int, unsigned, unsigned);
extern int snd_config_search(void *, const char *, void **);
extern int snd_config_get_string(void *, const char **);
extern int snd_config_get_integer(void *, long *);

enum { PLAYBACK = 0, VERSION = 0x010002, S16_LE = 2, INTERLEAVED = 3 };
enum { ACCESS = 0, FORMAT = 1, CHANNELS = 2, RATE = 3, PERIOD_BYTES = 4, BUFFER_BYTES = 5 };

static double now_s(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec + now.tv_nsec / 1e9;
}

static int is_gone(struct card *card) { return access(card->gone_path, F_OK) == 0; }

static int prepare(struct card *card) {
  card->is_running = 0;
  card->served = card->passed = 0;
  return is_gone(card) ? -ENODEV : 0;
}

static int start(struct card *card) {
  card->is_running = 1;
  card->started_s = now_s();
  return 0;
}

static int stop(struct card *card) {
  card->is_running = 0;
  return 0;
}

static void play_until(struct card *card, unsigned long passed) {
  for (; card->passed < passed; card->passed += 1) {
    fwrite(card->ring[card->passed % (1 << 16)], sizeof card->ring[0], 1, card->played);
  }
  fflush(card->played);
}

static long pointer(struct card *card) {
  if (!card->is_running) {
    return card->passed % card->buffer_frames;
  }
  unsigned long passed = (now_s() - card->started_s) * card->rate;
  int is_playback = card->stream == PLAYBACK;
  unsigned long bound = card->served + (is_playback ? 0 : card->buffer_frames);
  int is_late = passed > bound;
  passed = is_late ? bound : passed;
  if (is_playback) {
    play_until(card, passed);
  } else {
    card->passed = passed;
  }
  return is_late || is_gone(card) ? -EPIPE : (long)(card->passed % card->buffer_frames);
}

static long transfer(struct card *card, const struct area *areas, unsigned long offset,
                     unsigned long frames) {
  if (is_gone(card)) {
    return -ENODEV;
  }
  for (unsigned long i = 0; i < frames; i += 1) {
    for (int side = 0; side < 2; side += 1) {
      const struct area *area = &areas[side];
      int16_t *sample = (int16_t *)((char *)area->start +
                                    (area->first_bit + (offset + i) * area->step_bits) / 8);
      if (card->stream == PLAYBACK) {
        card->ring[(card->served + i) % (1 << 16)][side] = *sample;
      } else {
        *sample = 8000 * sin(2 * M_PI * card->hz * (card->tone_at + i) / card->rate);
      }
    }
  }
  card->served += frames;
  card->tone_at += frames;
  return frames;
}

static int close_card(struct card *card) {
  if (card->played != NULL) {
    fclose(card->played);
  }
  close(card->poll_fd);
  free(card);
  return 0;
}

static const struct callbacks callbacks = {.start = start,
                                           .stop = stop,
                                           .pointer = pointer,
                                           .transfer = transfer,
                                           .close = close_card,
                                           .prepare = prepare};

static void read_path(void *config, const char *key, char *into) {
  void *found;
  const char *text = "";
  if (snd_config_search(config, key, &found) == 0) {
    snd_config_get_string(found, &text);
  }
  snprintf(into, 256, "%s", text);
}

int _snd_pcm_paced_open(void **pcm, const char *name, void *root, void *config, int stream,
                        int mode) {
  (void)root;
  struct card *card = calloc(1, sizeof *card);
  void *found;
  long hz = 1000;
  read_path(config, "played", card->played_path);
  read_path(config, "gone", card->gone_path);
  if (snd_config_search(config, "hz", &found) == 0) {
    snd_config_get_integer(found, &hz);
  }
  if (is_gone(card)) {
    free(card);
    return -ENODEV;
  }
  int fds[2];
  if (pipe(fds) != 0) {
    free(card);
    return -EMFILE;
  }
  close(fds[1]);
  card->hz = hz;
  card->played = stream == PLAYBACK ? fopen(card->played_path, "a") : NULL;
  card->version = VERSION;
  card->name = "A card that keeps time";
  card->poll_fd = fds[0];
  card->callbacks = &callbacks;
  int result = snd_pcm_ioplug_create(card, name, stream, mode);
  if (result < 0) {
    close_card(card);
    return result;
  }
  const unsigned access = INTERLEAVED, format = S16_LE, channels = 2, rate = 48000;
  snd_pcm_ioplug_set_param_list(card, ACCESS, 1, &access);
  snd_pcm_ioplug_set_param_list(card, FORMAT, 1, &format);
  snd_pcm_ioplug_set_param_list(card, CHANNELS, 1, &channels);
  snd_pcm_ioplug_set_param_list(card, RATE, 1, &rate);
  snd_pcm_ioplug_set_param_minmax(card, PERIOD_BYTES, 64 * 4, 4096 * 4);
  snd_pcm_ioplug_set_param_minmax(card, BUFFER_BYTES, 256 * 4, 32768 * 4);
  *pcm = card->pcm;
  return 0;
}

/* alsa-lib accepts the plugin by this symbol. */
char __snd_pcm_paced_open_dlsym_pcm_001;
