/** @param times minutes after midnight in the time zone of the process; not empty */
export function lastDue(times: readonly number[], now: Date): Date {
  const due = [0, 1].flatMap((daysAgo) =>
    times.map((minutes) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo, 0, minutes).getTime()),
  );
  return new Date(Math.max(...due.filter((time) => time <= now.getTime())));
}
