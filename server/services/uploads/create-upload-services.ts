import { bindUseCases } from '#server/services/bind-use-cases.ts';
import { createFinishUpload } from './finish-upload.ts';
import { beginUpload, receivePart, type UploadDeps } from './receive-upload.ts';
import { sweepUploads } from './sweep-uploads.ts';

export type UploadServices = ReturnType<typeof createUploadServices>;

/** Puts together what can be done with uploads. Starts nothing. */
export const createUploadServices = (deps: UploadDeps) => ({
  ...bindUseCases(deps, { begin: beginUpload, receive: receivePart, sweep: sweepUploads }),
  finish: createFinishUpload(deps),
});
