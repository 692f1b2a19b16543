export { AccessDetails, AccessText, ProgressText } from './access-text.tsx';
export { CourseCustomersLink, CourseCustomersPanel } from './course-customers.tsx';
export { CustomerImportPanel } from './customer-import.tsx';
export { PersonAccess } from './person-access.tsx';
