CREATE TABLE "firebase_proven_emails" (
	"uid" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"proven_at" timestamp with time zone NOT NULL
);
