import { createSpotlight } from '@mantine/spotlight';

/** Opens and closes the search over everything. */
export const [finderStore, finder] = createSpotlight();
