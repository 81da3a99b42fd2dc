CREATE TABLE "firebase_ended_sessions" (
	"uid" text NOT NULL,
	"began_from" bigint NOT NULL,
	"began_until" bigint NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	CONSTRAINT "firebase_ended_sessions_uid_began_from_pk" PRIMARY KEY("uid","began_from")
);
--> statement-breakpoint
CREATE INDEX "firebase_ended_sessions_by_end" ON "firebase_ended_sessions" USING btree ("ended_at");