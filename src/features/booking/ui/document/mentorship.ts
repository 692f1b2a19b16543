import { onDomReady } from '#document/on-dom-ready.ts';
import { BookingIsland } from '#features/booking/ui/booking-island.tsx';
import { hydrateIsland } from '#features/shell/ui/index.ts';

onDomReady(() => hydrateIsland(BookingIsland));
