export const headline = (title: string): string => title.charAt(0).toUpperCase() + title.slice(1);
