import { useSectionsAt } from './sections';

/** Whether the user has write permission in any section. */
export const useCanImport = (): boolean => useSectionsAt(2).length > 0;
