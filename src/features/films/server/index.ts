export { createFilmServices } from './create-film-services.ts';
export { createFilms } from './films-resource.ts';
export { countFailedFilms, findSmallPaths } from './queries/films.ts';
