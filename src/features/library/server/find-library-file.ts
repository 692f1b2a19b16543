import { type Entitlement, findCustomer } from '#features/customers/server/index.ts';
import { findSmallPaths } from '#features/films/server/index.ts';
import type { LessonFile } from '#features/lessons/rules/index.ts';
import { findOpenTerms } from '#features/library/rules/course-access.ts';
import { findOrder } from '#features/orders/server/index.ts';
import { toStampLine } from '#features/stamping/rules/index.ts';
import type { Stamping } from '#features/stamping/server/index.ts';
import type { FileStorage, StoredFile } from '#platform/storage/file-storage.ts';
import { findPreviewFile } from './find-preview.ts';
import type { LibraryDeps } from './library-deps.ts';
import { noEntitlement, readMediaToken } from './media-tokens.ts';
import { findFileTerms } from './queries/library.ts';

/** A private file, and where its bytes are. */
interface LibraryFile {
  file: LessonFile;
  stored: StoredFile;
  storage: Pick<FileStorage, 'open'>;
}

/**
 * Returns the file that a media token opens now, or undefined. Access is read each time, so that it ends right
 * away. A PDF is the customer’s own copy. With `isSmall`, a film is its rendition that saves data, if there is
 * one. Throws 503.
 */
export async function findLibraryFile(
  deps: Pick<LibraryDeps, 'db' | 'secret' | 'now' | 'storage' | 'readSettings'> & {
    stamping: Stamping;
  },
  { token, isSmall }: { token: string; isSmall: boolean },
): Promise<LibraryFile | undefined> {
  const { db, secret, now, storage, stamping } = deps;
  const at = now();

  async function findStored({ path }: LessonFile): Promise<StoredFile | undefined> {
    const small = isSmall ? (await findSmallPaths(db, [path])).get(path) : undefined;
    return storage.find(small ?? path);
  }

  const grant = readMediaToken(secret, token, at);
  if (grant?.entitlementId === noEntitlement) {
    const file = await findPreviewFile(deps, grant.fileId);
    const previewed = file && (await findStored(file));
    return previewed && { file, stored: previewed, storage };
  }
  const found = grant && (await findFileTerms(db, grant));
  if (!found || findOpenTerms([found.terms], found.lesson, at).length === 0) return undefined;
  const { file, terms } = found;
  const stored = await findStored(file);
  if (!stored) return undefined;
  if (file.kind !== 'pdf') return { file, stored, storage };
  const copy = await stamping.getStampedPdf({
    customerId: terms.customerId,
    path: file.path,
    line: await readStampLine(deps, terms),
  });
  return { file, stored: copy, storage: { open: stamping.openStampedPdf } };
}

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
