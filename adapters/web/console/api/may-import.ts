import { useSectionsAt } from './sections';

/** Whether there is a section in which one may write. */
export const useCanImport = (): boolean => useSectionsAt(2).length > 0;
