export { createUploadServices } from './create-upload-services.ts';
export { deleteUnnamedFiles } from './delete-unnamed-files.ts';
export { openInbox } from './open-inbox.ts';
export {
  createFindPictureSource,
  createPictures,
  type Pictures,
} from './pictures/create-pictures.ts';
export { measurePicture } from './pictures/measure-picture.ts';
export { createPictureUrls } from './pictures-resource.ts';
export { sniffedBytes, sniffType } from './sniff-type.ts';
export { answerFile, createStoredFiles } from './stored-files-resource.ts';
export type { UploadInbox } from './upload-inbox.ts';
export { createUploads } from './uploads-resource.ts';
