import { createSingleFlight } from '#platform/jobs/concurrency.ts';
import { bindUseCases } from '#platform/service/bind-use-cases.ts';
import { fillPosters } from './fill-posters.ts';
import { finishUpload } from './finish-upload.ts';
import { beginUpload, receivePart, type UploadDeps } from './receive-upload.ts';
import { sweepUploads } from './sweep-uploads.ts';

export type UploadServices = ReturnType<typeof createUploadServices>;

/** Creates the use cases of uploads. */
export const createUploadServices = (deps: Omit<UploadDeps, 'finishOnce'>) =>
  bindUseCases(
    { ...deps, finishOnce: createSingleFlight<string>() },
    {
      begin: beginUpload,
      receive: receivePart,
      finish: finishUpload,
      sweep: sweepUploads,
      fillPosters,
    },
  );
