export { createTrashServices } from './create-trash-services.ts';
export { createTrash } from './trash-resource.ts';
