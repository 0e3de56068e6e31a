"""Stage 2 by asking a language model behind any server that speaks the OpenAI protocol."""

from cofitcheck.classification.servers.config import ServerConfig

__all__ = ["ServerConfig"]
