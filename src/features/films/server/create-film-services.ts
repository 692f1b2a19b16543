import type { Converter } from '#features/films/rules/index.ts';
import { recordNotFound } from '#platform/errors/errors.ts';
import { canConvert, convertFilms, type FilmDeps } from './convert-films.ts';
import { listNamedFilms, type NamedFilm, queueFilm } from './queries/films.ts';
import { hasFfmpeg } from './run-ffmpeg.ts';

export type FilmServices = ReturnType<typeof createFilmServices>;

/** The usual bit rate of a converted film with its small rendition, in bytes a second. */
const usualRate = 300_000;

/** The use cases of films. `stop` ends a conversion, which starts again later. */
export function createFilmServices(deps: FilmDeps) {
  const { db, storage } = deps;
  const stopping = new AbortController();
  let running: Promise<void> | undefined;

  /** Returns about how many bytes a conversion frees. */
  async function estimateFreed({ path, seconds }: NamedFilm): Promise<number> {
    const size = (await storage.find(path))?.size ?? 0;
    return seconds ? Math.max(0, size - seconds * usualRate) : 0;
  }

  return {
    async convert(): Promise<void> {
      running = convertFilms(deps, stopping.signal);
      await running.finally(() => {
        running = undefined;
      });
    },

    async stop(): Promise<void> {
      stopping.abort();
      await running?.catch(() => {});
    },

    /** Queues a film that was uploaded, if this process converts films. */
    async queueUploaded(path: string): Promise<void> {
      if (await canConvert(deps)) await queueFilm(db, path);
    },

    /** Returns where the conversion of each film is, and what converting the others frees. */
    async readFilms() {
      const named = await listNamedFilms(db);
      const old = named.filter(({ film }) => film === null);
      const freed = await Promise.all(old.map(estimateFreed));
      return {
        converter: await readConverter(deps),
        freesBytes: freed.reduce((sum, bytes) => sum + bytes, 0),
        films: named.map(({ id, title, film }) => ({ id, title, ...(film ?? notQueued) })),
      };
    },

    /** Queues the film of a record, also again. Throws 404. */
    async queueFilm({ id }: { id: string }): Promise<void> {
      const [named] = await listNamedFilms(db, [id]);
      if (!named) throw recordNotFound();
      await queueFilm(db, named.path);
    },

    /** Queues all films that were never to be converted. */
    async queueAll(): Promise<void> {
      for (const { path, film } of await listNamedFilms(db)) if (!film) await queueFilm(db, path);
    },
  };
}

const notQueued = { state: 'unconverted' as const, percent: 0, reason: null };

async function readConverter({ convertsFilms }: FilmDeps): Promise<Converter> {
  if (!convertsFilms) return 'off';
  return (await hasFfmpeg()) ? 'on' : 'missing';
}
