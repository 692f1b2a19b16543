import { uploadsPath } from '#features/uploads/rules/index.ts';
import type { FindBodyKind } from '#platform/http/limit-connections.ts';

/** Finds files and parts of uploads, which may take longer than other bodies. */
export const findBodyKind: FindBodyKind = ({ method, url = '', headers }) => {
  if (method === 'PATCH' && url.startsWith(`${uploadsPath}/`)) return 'uploadPart';
  const isForm = (headers['content-type'] ?? '').startsWith('multipart/form-data');
  return method === 'POST' && url.startsWith('/pay/') && isForm ? 'sentFile' : 'usual';
};
