/** Where the conversion of a film is. */
export const filmStates = ['waiting', 'converting', 'ready', 'failed'] as const;
export type FilmState = (typeof filmStates)[number];

/** A film of the admin’s lists. `unconverted` was never queued. */
export interface ListedFilm {
  state: FilmState | 'unconverted';
  percent: number;
  reason: string | null;
}

/**
 * Whether the server converts films: `off` if the operator does not want it, `missing` if ffmpeg is not
 * installed.
 */
export type Converter = 'on' | 'off' | 'missing';

const mayNotPlay = 'This film may not play on every phone.';

/** Says where the conversion of a film is; undefined if there is nothing to say. */
export function describeFilm(
  { state, percent, reason }: ListedFilm,
  converter: Converter,
): string | undefined {
  if (state === 'ready') return 'Plays on every phone.';
  if (state === 'failed') return `This film can’t be converted. ${reason}`;
  if (converter === 'off') return undefined;
  if (converter === 'missing') return `${mayNotPlay} Install ffmpeg on the server.`;
  if (state === 'converting') return `Converting: ${percent} %`;
  return state === 'waiting' ? 'Waiting to be converted.' : mayNotPlay;
}

/** Whether a press can convert a film. */
export const canQueue = ({ state }: ListedFilm, converter: Converter): boolean =>
  converter === 'on' && (state === 'failed' || state === 'unconverted');
