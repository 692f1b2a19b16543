import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { KvStore, Upload } from '@tus/server';
import { createWhole } from '#server/whole-file.ts';
import { isUploadId } from './protocol.ts';

/** What is known of each upload, one small file next to its bytes, written whole or not at all. */
export function createUploadRecords(directory: string): KvStore {
  const fileOf = (id: string) => path.join(directory, `${id}.json`);
  return {
    async get(id) {
      if (!isUploadId(id)) return undefined;
      try {
        return JSON.parse(await readFile(fileOf(id), 'utf8')) as Upload;
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async set(id, upload) {
      await createWhole(directory, `${id}.json`, JSON.stringify(upload));
    },
    delete: (id) => rm(fileOf(id), { force: true }),
  };
}
