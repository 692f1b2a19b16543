import { beginUpload } from './begin-upload.ts';
import { createFinishUpload } from './finish-upload.ts';
import { receivePart } from './receive-part.ts';
import { sweepUploads } from './sweep-uploads.ts';
import type { UploadDeps } from './upload-deps.ts';

export type UploadServices = ReturnType<typeof createUploadServices>;

/** Puts together what can be done with uploads. Starts nothing. */
export const createUploadServices = (deps: UploadDeps) => ({
  begin: (upload: Parameters<typeof beginUpload>[1]) => beginUpload(deps, upload),
  receive: (part: Parameters<typeof receivePart>[1]) => receivePart(deps, part),
  finish: createFinishUpload(deps),
  sweep: (now?: Date) => sweepUploads(deps, now),
});
