/** Where the conversion of a film is. */
export const filmStates = ['waiting', 'converting', 'ready', 'failed'] as const;
export type FilmState = (typeof filmStates)[number];
