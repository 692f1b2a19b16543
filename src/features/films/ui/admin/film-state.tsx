import { parseResponse } from 'hono/client';
import { RotateCcw } from 'lucide-react';
import { CardButton, useChange, useRead } from '#features/admin-ui/ui/index.ts';
import { canQueue, describeFilm } from '#features/films/rules/index.ts';

/** Reads the films of all videos and lessons. */
export const useFilms = () => useRead(['films'], (api, init) => api.films.$get({}, init));

/** Says where the conversion of a film is, by the id of its video or file, and offers to convert it. */
export function FilmState({ id, title }: { id: string; title: string }) {
  const { data } = useFilms();
  const film = data?.films.find((one) => one.id === id);
  if (!data || !film) return null;
  const text = describeFilm(film, data.converter);
  if (text === undefined) return null;
  return (
    <div>
      <p className={film.state === 'failed' ? 'text-sm text-danger' : 'text-sm text-muted'}>
        {text}
      </p>
      {canQueue(film, data.converter) && (
        <div className="-mx-2">
          <ConvertButton id={id} title={title} isRetry={film.state === 'failed'} />
        </div>
      )}
    </div>
  );
}

interface ConvertButtonProps {
  id: string;
  title: string;
  isRetry: boolean;
}

/** Queues one film. */
export function ConvertButton({ id, title, isRetry }: ConvertButtonProps) {
  const { mutate, isPending } = useChange({
    keys: ['films'],
    failed: 'Failed to queue the film',
    send: (api) => parseResponse(api.films[':id'].convert.$post({ param: { id } })),
  });
  return (
    <CardButton icon={RotateCcw} spoken={` ${title}`} disabled={isPending} onClick={() => mutate()}>
      {isRetry ? 'Try again' : 'Convert'}
    </CardButton>
  );
}
