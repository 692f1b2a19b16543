export { isOwnUrl, isResizable, pictureSources, pictureUrl, sharePicture } from './picture-url.ts';
export {
  bucketName,
  contentTypeOf,
  findStoragePath,
  isStoragePath,
  ownerPathOf,
  storageUrl,
} from './stored-file.ts';
export { isUploadOf, type UploadKind, type UploadMetadata, uploadsPath } from './upload.ts';
