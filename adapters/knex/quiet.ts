const ignore = (): void => undefined;

/** Knex prints nothing, and puts no values into the texts of errors: they come as exceptions, and values may be secret. */
export const quiet = {
  log: { warn: ignore, error: ignore, deprecate: ignore, debug: ignore },
  compileSqlOnError: false,
} as const;
