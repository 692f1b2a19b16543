export {
  isPrivateUploadOf,
  isUploadOf,
  toUploadPath,
  type UploadKind,
  type UploadMetadata,
  uploadsPath,
} from './upload.ts';
