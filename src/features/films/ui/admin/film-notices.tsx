import { parseResponse } from 'hono/client';
import { Notice, useChange } from '#features/admin-ui/ui/index.ts';
import { canQueue, describeFilm } from '#features/films/rules/index.ts';
import { formatBytes } from '#rules/measures.ts';
import { Button } from '#ui/button.tsx';
import { ConvertButton, useFilms } from './film-state.tsx';

const count = (films: readonly unknown[]) =>
  films.length === 1 ? '1 film' : `${films.length} films`;

/** The films that could not be converted, with the reasons. */
export function FailedFilms() {
  const { data } = useFilms();
  const failed = data?.films.filter(({ state }) => state === 'failed') ?? [];
  if (!data || failed.length === 0) return null;
  return (
    <Notice
      aria-label="Failed films"
      tone="danger"
      title={`${count(failed)} couldn’t be converted. Some phones can’t play ${failed.length === 1 ? 'it' : 'them'}.`}
    >
      <ul className="grid gap-2">
        {failed.map((film) => (
          <li key={film.id}>
            <p dir="auto" className="font-semibold break-words">
              {film.title}
            </p>
            <p className="text-sm">{describeFilm(film, data.converter)}</p>
            {canQueue(film, data.converter) && (
              <div className="-mx-2">
                <ConvertButton id={film.id} title={film.title} isRetry />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Offers to convert the films that were uploaded before the server could. */
export function OldFilms() {
  const { data } = useFilms();
  const { mutate, isPending } = useChange({
    keys: ['films'],
    failed: 'Failed to queue the films',
    send: (api) => parseResponse(api.films.convert.$post()),
  });
  const old = data?.films.filter(({ state }) => state === 'unconverted') ?? [];
  if (!data || old.length === 0 || data.converter === 'off') return null;
  const freed = data.frees_bytes > 0 ? formatBytes(data.frees_bytes) : undefined;
  return (
    <Notice
      aria-label="Old films"
      tone="quiet"
      title={`${count(old)} may not play on every phone.`}
    >
      {data.converter === 'missing' ? (
        <p className="text-sm text-muted">Install ffmpeg on the server to convert films.</p>
      ) : (
        <div className="grid justify-items-start gap-3">
          <p className="max-w-prose text-sm text-muted">
            The server converts one film after the other. Each stays online as it is until then.
            {freed && ` This frees about ${freed} of disk space.`}
          </p>
          <Button variant="secondary" disabled={isPending} onClick={() => mutate()}>
            Convert all
          </Button>
        </div>
      )}
    </Notice>
  );
}
