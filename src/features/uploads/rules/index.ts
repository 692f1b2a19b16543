export { isOwnUrl, isResizable, pictureSources, pictureUrl, sharePicture } from './picture-url.ts';
export {
  bucketName,
  contentTypeOf,
  endingOf,
  endingsOf,
  findStoragePath,
  isStoragePath,
  ownerPathOf,
  storageUrl,
  toProofPath,
} from './stored-file.ts';
export { isUploadOf, type UploadKind, type UploadMetadata, uploadsPath } from './upload.ts';
