/** A time as records hold it: YYYY-MM-DD HH:MM:SS in UTC. */
export const formatTimestamp = (date: Date): string => date.toISOString().slice(0, 19).replace('T', ' ');

/** The same with its zone, for programs elsewhere: 2026-01-31T12:00:00Z. @param timestamp as records hold it */
export const zonedTimestamp = (timestamp: string): string => `${timestamp.replace(' ', 'T')}Z`;
