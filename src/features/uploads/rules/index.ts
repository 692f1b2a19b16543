export {
  isPrivateUploadOf,
  isUploadOf,
  type UploadKind,
  type UploadMetadata,
  uploadsPath,
} from './upload.ts';
