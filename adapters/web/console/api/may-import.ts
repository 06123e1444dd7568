import { useSectionsAt } from './sections';

export const useCanImport = (): boolean => useSectionsAt(2).length > 0;
