import { createFilmServices } from '#features/films/server/index.ts';
import { openDatabase } from '#platform/db/client.ts';
import { createLogger } from '#platform/log/logger.ts';
import { createFileStorage } from '#platform/storage/file-storage.ts';

/* Converts films in a separate process, which a test kills: `films-main.ts <database> <folder>`. */

const [connectionString = '', dataDirectory = ''] = process.argv.slice(2);
const log = createLogger('error');
const { db, close } = openDatabase({ connectionString, log });
const storage = createFileStorage({ dataDirectory, objectStorage: undefined });
const films = createFilmServices({ db, storage, log, dataDirectory, convertsFilms: true });
await films.convert();
await close();
