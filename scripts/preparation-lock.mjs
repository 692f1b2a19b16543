import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { inProject } from './project.mjs';

const lockFile = inProject('.cache/preparing');
const ownFile = inProject(`.cache/preparing.${process.pid}`);

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Returns whether the lock is ours now. The link brings the holder's number with it, or fails. */
function tryToTake() {
  try {
    linkSync(ownFile, lockFile);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Puts away the lock of a command that was killed; gives it back if it was just taken by another. */
function removeStale() {
  try {
    const holder = readFileSync(lockFile, 'utf8');
    if (isAlive(Number(holder))) return;
    const aside = `${ownFile}.stale`;
    renameSync(lockFile, aside);
    if (readFileSync(aside, 'utf8') !== holder) linkSync(aside, lockFile);
    rmSync(aside);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  }
}

/** Installs and builds happen one at a time in a checkout: waits for the turn, then does the work. */
export async function whileAlone(work) {
  mkdirSync(inProject('.cache'), { recursive: true });
  writeFileSync(ownFile, String(process.pid));
  try {
    for (let isFirst = true; !tryToTake(); isFirst = false) {
      if (isFirst) console.log('Waiting for another command that installs or builds …');
      await delay(200);
      removeStale();
    }
  } finally {
    rmSync(ownFile, { force: true });
  }
  const release = () => rmSync(lockFile, { force: true });
  process.once('exit', release);
  try {
    await work();
  } finally {
    release();
    process.off('exit', release);
  }
}
