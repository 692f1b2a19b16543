import { type Entitlement, findCustomer } from '#features/customers/server/index.ts';
import { findSmallPaths } from '#features/films/server/index.ts';
import { findOpenTerms } from '#features/library/rules/course-access.ts';
import { findOrder } from '#features/orders/server/index.ts';
import { toStampLine } from '#features/stamping/rules/index.ts';
import type { Stamping } from '#features/stamping/server/index.ts';
import { AppError } from '#platform/errors/errors.ts';
import type { FileStorage, StoredFile } from '#platform/storage/file-storage.ts';
import { endingOf } from '#rules/stored-file.ts';
import { findPreviewFile } from './find-preview.ts';
import type { LibraryDeps } from './library-deps.ts';
import { noEntitlement, readMediaToken } from './media-tokens.ts';
import { findFileTerms } from './queries/library.ts';

/** A private file, and where its bytes are. */
interface LibraryFile {
  stored: StoredFile;
  storage: Pick<FileStorage, 'open'>;
  /** The name to save it under. Without it, the browser shows it. */
  downloadName: string | undefined;
}

interface AskedFile {
  token: string;
  isSmall: boolean;
  isDownload: boolean;
}

/**
 * Returns the file that a media token opens now, or undefined. Access is read each time, so that it ends right
 * away. A PDF is the customer’s own copy. With `isSmall`, a film is its rendition that saves data, if there is
 * one. Throws `no-download` (403), 503.
 */
export async function findLibraryFile(
  deps: Pick<LibraryDeps, 'db' | 'secret' | 'now' | 'storage' | 'readSettings'> & {
    stamping: Stamping;
  },
  { token, isSmall, isDownload }: AskedFile,
): Promise<LibraryFile | undefined> {
  const { db, secret, now, storage, stamping } = deps;
  const at = now();
  const grant = readMediaToken(secret, token, at);
  if (!grant) return undefined;
  const isPreview = grant.entitlementId === noEntitlement;
  const owned = isPreview ? undefined : await findFileTerms(db, grant);
  if (owned && findOpenTerms([owned.terms], owned.lesson, at).length === 0) return undefined;
  const found = isPreview ? await findPreviewFile(deps, grant.fileId) : owned;
  if (!found) return undefined;
  const { file, lesson, hasDownloads } = found;
  const small = isSmall ? (await findSmallPaths(db, [file.path])).get(file.path) : undefined;
  const stored = await storage.find(small ?? file.path);
  if (!stored) return undefined;
  if (file.kind === 'pdf' && owned) {
    const { terms } = owned;
    const copy = await stamping.getStampedPdf({
      customerId: terms.customerId,
      path: file.path,
      line: await readStampLine(deps, terms),
    });
    return { stored: copy, storage: { open: stamping.openStampedPdf }, downloadName: file.name };
  }
  if (isDownload && !(file.kind === 'film' && hasDownloads)) throw noDownload();
  const filmName = `${lesson.title}.${endingOf(stored.path)}`;
  return { stored, storage, downloadName: isDownload ? filmName : undefined };
}

const noDownload = () =>
  new AppError(403, 'no-download', 'This film can’t be downloaded. Watch it in the lesson.');

/** Returns the line that each page of a customer’s copy has. */
async function readStampLine(
  { db }: Pick<LibraryDeps, 'db'>,
  { customerId, source, sourceId }: Pick<Entitlement, 'customerId' | 'source' | 'sourceId'>,
): Promise<string> {
  const customer = await findCustomer(db, customerId);
  if (!customer) throw new Error('An entitlement has no customer');
  const order = source === 'order' ? await findOrder(db, { id: sourceId }) : undefined;
  return toStampLine({ customer, reference: order?.reference });
}
