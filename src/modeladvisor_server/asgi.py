"""The application that gunicorn serves, made from the environment."""

import gc
import os

from modeladvisor_server.composing import composed

application = composed(os.environ)
gc.freeze()  # what is made here lives as long as the process: no collection need look at it again
