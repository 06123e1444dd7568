/** A time as records hold it: YYYY-MM-DD HH:MM:SS in UTC. */
export const formatTimestamp = (date: Date): string => date.toISOString().slice(0, 19).replace('T', ' ');
