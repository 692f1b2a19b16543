export { VisitsPanel } from './visits-panel.tsx';
