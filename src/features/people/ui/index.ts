export { PeoplePanel } from './admin/people-panel.tsx';
export { PersonRequests } from './admin/person-requests.tsx';
export { LegalPage } from './legal-page.tsx';
export { PersonRequestSection } from './person-request-form.tsx';
export {
  LinkedRequest,
  type RefusedRequest,
  RequestFormPage,
  RequestSent,
} from './request-page.tsx';
