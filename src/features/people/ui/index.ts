export { PersonRequestSection } from './person-request-form.tsx';
export {
  LinkedRequest,
  type RefusedRequest,
  RequestFormPage,
  RequestSent,
} from './request-page.tsx';
