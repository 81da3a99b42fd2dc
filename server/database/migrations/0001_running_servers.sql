CREATE TABLE "running_servers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"place" text NOT NULL,
	"secret_check" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
