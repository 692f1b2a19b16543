import { readdirSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';

const megabyte = 1024 ** 2;

/** The size of the pieces that PostgreSQL's log is cut into in a cluster that is made now, in MB: the smallest that it takes. */
export const walSegmentMegabytes = 1;

/** What PostgreSQL's own are, in MB. They would fill a small disk. */
const usual = { most: 1024, least: 80 };

/**
 * How much of PostgreSQL's log may lie on the disk of a cluster, as options of the server: a
 * sixteenth of the disk at most, and a few pieces at least.
 */
export const limitWal = (clusterDirectory: string): string[] => {
  const { blocks, bsize } = statfsSync(clusterDirectory);
  const { most, least } = walLimits((blocks * bsize) / megabyte, readSegmentSize(clusterDirectory));
  return ['-c', `max_wal_size=${most}MB`, '-c', `min_wal_size=${least}MB`];
};

/** Takes and returns MB. PostgreSQL demands twice the size of a piece of both. */
export function walLimits(disk: number, segment: number): { most: number; least: number } {
  const most = Math.max(4 * segment, Math.min(usual.most, Math.floor(disk / 16)));
  const least = Math.max(2 * segment, Math.min(usual.least, Math.floor(disk / 64)));
  return { most, least };
}

/** Of what size the pieces of a cluster's log are, in MB. Those of earlier versions are larger. */
function readSegmentSize(clusterDirectory: string): number {
  const folder = path.join(clusterDirectory, 'pg_wal');
  const piece = readdirSync(folder).find((name) => /^[0-9A-F]{24}$/.test(name));
  return piece ? statSync(path.join(folder, piece)).size / megabyte : 16;
}
