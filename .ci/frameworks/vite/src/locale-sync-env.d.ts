/// <reference types="locale-sync/virtual" />
