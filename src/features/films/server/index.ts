export { createFilmServices } from './create-film-services.ts';
export { createFilms } from './films-resource.ts';
export { countFailedFilms, findConvertedPath, findSmallPaths } from './queries/films.ts';
