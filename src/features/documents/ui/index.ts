export { InvoiceFields, InvoiceForm } from './invoice-details.tsx';
